'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type DepositTokenView, setSweepLeastInput } from '@/schemas/payments/stablecoins/contract'

const form = setSweepLeastInput.pick({ sweepLeast: true })

/** Changes the minimum amount of an address that is swept. */
export function SweepLeastForm({ token, open, onOpenChange }: DialogState & { token: DepositTokenView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { id: tokenId, symbol, chainName, sweepLeast } = token
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { sweepLeast } })
  const set = useServerMutation(trpc.payments.setSweepLeast, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success('Minimum sweep changed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Minimum sweep of ${symbol} on ${chainName}`}
      description="Addresses that hold less are not swept, because the gas would cost more. Their deposits are recorded either way."
      submitLabel="Save"
      onSubmit={handleSubmit((values) => set.mutate({ ...values, tokenId }))}
      mutation={set}
    >
      <AmountField control={control} name="sweepLeast" label="Minimum" unit={symbol} hint="0 sweeps any amount" />
    </FormDialog>
  )
}
