'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { exactAmount } from '@/server/money/display-amount'
import { providerName } from './provider-displays'

/** The second person's word on much money. */
export function ApproveRefundForm({ refund, open, onOpenChange }: DialogState & { refund: RefundView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const approve = useServerMutation(trpc.payments.approveRefund, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      onOpenChange(false)
      toast.success('Refund started')
    },
  })
  const money = `${exactAmount(refund.amountNgn, 'NGN')} NGN`
  const what =
    refund.to === 'PROVIDER'
      ? `returns to the original payer through ${providerName(refund.provider)}`
      : 'goes to the balance'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Approve ${refund.reference}`}
      description={`${money} ${what}: ${refund.reason}. This cannot be undone.`}
      confirmLabel="Approve"
      mutation={approve}
      onConfirm={() => approve.mutate({ refundId: refund.id })}
    />
  )
}
