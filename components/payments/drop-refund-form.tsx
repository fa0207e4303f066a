'use client'

import { ReasonDialog } from '@/components/form/reason-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { providerName } from '@/schemas/payments/providers/words'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { useRefreshMoney } from './use-refresh-money'

/** That a refund does not happen, and why. */
export function DropRefundForm({ refund, open, onOpenChange }: DialogState & { refund: RefundView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const drop = useServerMutation(trpc.payments.dropRefund, {
    onSuccess: async () => {
      await refresh()
      onOpenChange(false)
      toast.success('Refund canceled')
    },
  })
  const mayHave =
    refund.state === 'NEEDS_DETAILS'
      ? `Check ${providerName(refund.provider)} first. If it still pays, the money is refunded twice. The held amount is released.`
      : 'Nothing was sent.'
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Cancel ${refund.reference}`}
      description={mayHave}
      submitLabel="Cancel refund"
      onReason={(reason) => drop.mutate({ reason, refundId: refund.id })}
      mutation={drop}
    />
  )
}
