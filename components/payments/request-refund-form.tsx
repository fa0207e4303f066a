'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { AmountField } from '@/components/form/amount-field'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { OperatorReceipt } from '@/schemas/payments/operator/contract'
import { refundForm } from '@/schemas/payments/refunds/contract'
import { exactMoney } from '@/server/money/display-amount'
import { useRefreshMoney } from './use-refresh-money'

const TARGETS = [
  { value: 'PROVIDER', label: 'Original payer', hint: 'Through the original provider' },
  { value: 'BALANCE', label: 'The balance', hint: 'In USD at the current rate, for payments of a plan' },
] as const

/** The amount of a refund, its target and its reason. */
export function RequestRefundForm({ receipt, open, onOpenChange }: DialogState & { receipt: OperatorReceipt }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(refundForm, undefined, { raw: true }),
    defaultValues: { to: 'PROVIDER' as 'PROVIDER' | 'BALANCE', amountNgn: receipt.leftNgn, reason: '' },
  })
  const ask = useServerMutation(trpc.payments.requestRefund, {
    onSuccess: async ({ state }) => {
      await refresh()
      onOpenChange(false)
      toast.success(state === 'begun' ? 'Refund started' : 'A second person has to approve it')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Refund"
      description={`You can refund up to ${exactMoney(receipt.leftNgn, 'NGN')}. A full refund ends what the payment bought. Above ₦1,000,000, a second person has to approve it.`}
      submitLabel="Refund"
      onSubmit={handleSubmit((typed) => ask.mutate({ ...typed, receiptId: receipt.id }))}
      mutation={ask}
    >
      <SelectField control={control} name="to" label="To" options={TARGETS} />
      <AmountField control={control} name="amountNgn" label="Amount" unit="NGN" />
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
