'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { providerName } from '@/schemas/payments/providers/words'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { exactMoney } from '@/server/money/display-amount'
import { useRefreshMoney } from './use-refresh-money'

/** The approval of a large refund by a second person. */
export function ApproveRefundForm({ refund, open, onOpenChange }: DialogState & { refund: RefundView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const approve = useServerMutation(trpc.payments.approveRefund, {
    onSuccess: async () => {
      await refresh()
      onOpenChange(false)
      toast.success('Refund started')
    },
  })
  const money = exactMoney(refund.amountNgn, 'NGN')
  const text =
    refund.to === 'PROVIDER'
      ? `returns to the original payer through ${providerName(refund.provider)}`
      : 'goes to the balance'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Approve ${refund.reference}`}
      description={`${money} ${text}: ${refund.reason}. This cannot be undone.`}
      confirmLabel="Approve"
      mutation={approve}
      onConfirm={() => approve.mutate({ refundId: refund.id })}
    />
  )
}
