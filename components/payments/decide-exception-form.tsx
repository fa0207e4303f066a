'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import {
  type ExceptionForm,
  exceptionForm,
  type ReceiptExceptionView,
  toDecision,
} from '@/schemas/payments/exceptions/contract'
import { exactMoney } from '@/server/money/display-amount'
import { DECISION_NAMES } from './refund-displays'
import { useRefreshMoney } from './use-refresh-money'

const KINDS = [
  { value: 'credit', label: DECISION_NAMES.credit, hint: 'To the balance of a business, at the current rate' },
  { value: 'apply', label: DECISION_NAMES.apply, hint: 'To a pending payment, as if it had arrived in time' },
  { value: 'refund', label: DECISION_NAMES.refund, hint: 'To the original payer, through the provider' },
  { value: 'ignore', label: DECISION_NAMES.ignore, hint: 'The money stays where it is and leaves the queue' },
] as const

/** The decision on money in suspense, and its reason. */
export function DecideExceptionForm({ receipt, open, onOpenChange }: DialogState & { receipt: ReceiptExceptionView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const businesses = useQuery(trpc.businesses.list.queryOptions(undefined, { enabled: open }))
  const { proposal } = receipt
  const { control, handleSubmit } = useForm<ExceptionForm>({
    resolver: zodResolver(exceptionForm),
    defaultValues: {
      kind: proposal?.kind ?? 'credit',
      businessId: proposal?.kind === 'credit' ? proposal.businessId : '',
      paymentId: proposal?.kind === 'apply' ? proposal.paymentId : (receipt.paymentId ?? ''),
      reason: '',
    },
  })
  const kind = useWatch({ control, name: 'kind' })
  const decide = useServerMutation(trpc.payments.decideException, {
    onSuccess: async ({ state }) => {
      await refresh()
      onOpenChange(false)
      toast.success(state === 'done' ? 'Resolved' : 'A second person has to approve it')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Resolve ${exactMoney(receipt.amount, receipt.unit)}`}
      description={`${proposal ? `Proposed: ${DECISION_NAMES[proposal.kind]}, as shown below. It takes effect once a second person approves it.` : 'Above ₦1,000,000, and for tokens, a second person has to make the same decision.'} The audit log keeps the reason.`}
      submitLabel="Resolve"
      onSubmit={handleSubmit((typed) => decide.mutate(toDecision(receipt.id, typed)))}
      mutation={decide}
    >
      <SelectField control={control} name="kind" label="Decision" options={KINDS} />
      {kind === 'credit' ? (
        <SelectField
          control={control}
          name="businessId"
          label="Business"
          placeholder={businesses.isPending ? 'Loading…' : 'Choose a business'}
          options={businesses.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        />
      ) : null}
      {kind === 'apply' ? (
        <TextField control={control} name="paymentId" label="Payment id" autoComplete="off" maxLength={36} />
      ) : null}
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
