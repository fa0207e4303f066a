'use client'

import { useQueryClient } from '@tanstack/react-query'
import { ReasonDialog } from '@/components/form/reason-dialog'
import { useAct } from '@/components/form/use-act'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { RefundView } from '@/server/payments/refunds/contract'
import { providerName } from './provider-looks'

/** That a refund does not happen, and why. */
export function DropRefundForm({ refund, open, onOpenChange }: DialogState & { refund: RefundView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
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
      : 'Nothing was sent.'
  return (
    <ReasonDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Give up ${refund.reference}`}
      description={mayHave}
      submitLabel="Give up"
      onReason={(reason) => drop.mutate({ reason, refundId: refund.id })}
      act={drop}
    />
  )
}
