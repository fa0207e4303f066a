'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { MoneyField } from '@/components/form/money-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type GasBudgetView, gasBudgetForm } from '@/schemas/sponsorship/contract'
import { exactMoney } from '@/server/money/display-amount'

type SetGasBudgetFormProps = DialogState & {
  business: { businessId: string; name: string }
  budget: GasBudgetView
}

/** A business's daily budget on a chain. */
export function SetGasBudgetForm({ business, budget, open, onOpenChange }: SetGasBudgetFormProps) {
  const { businessId, name } = business
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(gasBudgetForm, undefined, { raw: true }),
    defaultValues: { dailyUsd: budget.isSet ? budget.daily : '', reason: '' },
  })
  const save = useServerMutation(trpc.sponsorship.setBudget, {
    onSuccess: async ({ state }) => {
      await Promise.all([
        client.invalidateQueries(trpc.sponsorship.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done'
          ? `Budget of ${name} on ${budget.chainName} changed`
          : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Sponsored gas of ${name} on ${budget.chainName}`}
      description={`${exactMoney(budget.daily, 'USD')} a day now. Amounts already held stay. The reason is kept in both audit logs. An increase on a mainnet needs a second operator.`}
      submitLabel="Save budget"
      onSubmit={handleSubmit((values) => save.mutate({ businessId, chainId: budget.chainId, ...values }))}
      mutation={save}
    >
      <MoneyField
        control={control}
        name="dailyUsd"
        label="Daily budget"
        currency="USD"
        optional
        hint="Leave empty to use the plan's amount. 0 turns sponsoring off."
      />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
