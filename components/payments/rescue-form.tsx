'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { rescueInput, type StrayView } from '@/schemas/payments/stablecoins/contract'

const form = rescueInput.pick({ toAddress: true, reason: true })

/** Where a stray goes, and why. */
export function RescueForm({ stray, open, onOpenChange }: DialogState & { stray: StrayView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: { toAddress: '', reason: '' },
  })
  const rescue = useAct(trpc.payments.rescueStray, {
    onSuccess: async ({ state }) => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success(
        state === 'queued' ? 'Recovery started' : 'Proposed. A second person has to enter the same recipient',
      )
    },
  })
  const { chainId, address, tokenAddress, symbol, proposal } = stray
  const asked = proposal ? `Proposed: send it ${proposal.what}. ` : 'Two people have to enter the same recipient. '
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Recover ${symbol}`}
      description={`All ${symbol} at ${address}. ${asked}This cannot be undone. The audit log records the reason.`}
      submitLabel="Recover"
      onSubmit={handleSubmit((values) => rescue.mutate({ ...values, chainId, address, tokenAddress }))}
      act={rescue}
    >
      <AddressField
        control={control}
        name="toAddress"
        label="To"
        chainType={address.startsWith('0x') ? 'EVM' : 'SOLANA'}
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
