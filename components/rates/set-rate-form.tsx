'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Checkbox } from '@/components/ui/checkbox'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { rateForm } from '@/schemas/fx/contract'

/** Sets a rate manually. */
export function SetRateForm({ current, open, onOpenChange }: DialogState & { current: string | null }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(rateForm, undefined, { raw: true }),
    defaultValues: { ngnPerUsd: current ?? '', isConfirmed: false },
  })
  const set = useServerMutation(trpc.fx.proposeManual, {
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
      title="Propose a rate"
      description="A second operator has to approve the rate. Payments priced after that use it until it is too old; existing quotes keep their rate. The audit log records the change."
      submitLabel="Propose rate"
      onSubmit={handleSubmit((typed) => set.mutate(typed))}
      mutation={set}
    >
      <AmountField
        control={control}
        name="ngnPerUsd"
        label="Price of one dollar"
        unit="NGN"
        hint="At most eight decimals."
      />
      <FormField control={control} name="isConfirmed" label="Confirmation" labelHidden>
        {({ value, onChange }) => (
          <Checkbox checked={value} onCheckedChange={onChange}>
            Set it even if it is far from the previous rate
          </Checkbox>
        )}
      </FormField>
    </FormDialog>
  )
}
