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
import { type PriceSourceView, priceForm } from '@/schemas/prices/contract'

type SetPriceFormProps = DialogState & { source: Pick<PriceSourceView, 'symbol' | 'priceUsd'> }

/** A fixed price. */
export function SetPriceForm({ source: { symbol, priceUsd }, open, onOpenChange }: SetPriceFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(priceForm, undefined, { raw: true }),
    defaultValues: { priceUsd: priceUsd ?? '' },
  })
  const set = useServerMutation(trpc.prices.setFixed, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.proposals.pathFilter())
      onOpenChange(false)
      toast.success('Proposed: a second operator has to approve it on the Proposals page')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Price of ${symbol}`}
      description="Once a second operator approves it, it applies to transactions accepted from then on, and replaces a feed. The audit log records it."
      submitLabel="Propose price"
      onSubmit={handleSubmit((typed) => set.mutate({ symbol, ...typed }))}
      mutation={set}
    >
      <AmountField
        control={control}
        name="priceUsd"
        label={`Price of one ${symbol}`}
        unit="USD"
        hint="At most eight decimals."
      />
    </FormDialog>
  )
}
