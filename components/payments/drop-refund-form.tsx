'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { dropRefundInput, type RefundView } from '@/server/payments/refunds/contract'
import { providerName } from './provider-looks'

const form = dropRefundInput.pick({ reason: true })

/** That a refund does not happen, and why. */
export function DropRefundForm({ refund, open, onOpenChange }: DialogState & { refund: RefundView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm({ resolver: zodResolver(form), defaultValues: { reason: '' } })
  const drop = useAct(trpc.payments.dropRefund, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success('The refund is given up')
    },
  })
  const mayHave =
    refund.state === 'NEEDS_DETAILS'
      ? `Look at ${providerName(refund.provider)} first: what it pays after this is paid twice. What was put aside goes back to where it was.`
      : 'Nothing was sent. The audit log keeps the reason.'
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Give up ${refund.reference}`}
      description={mayHave}
      submitLabel="Give up"
      onSubmit={handleSubmit((values) => drop.mutate({ ...values, refundId: refund.id }))}
      act={drop}
    >
      <TextField control={control} name="reason" label="Reason" maxLength={200} autoComplete="off" />
    </FormDialog>
  )
}
