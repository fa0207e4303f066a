'use client'

import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { useRefreshMoney } from './use-refresh-money'

const approval = lazyPart(() => import('./approve-refund-form'))
const dropping = lazyPart(() => import('./drop-refund-form'))

/** The actions on a refund in its present state. */
export function RefundActions({ refund }: { refund: RefundView }) {
  const shortfall = usePlatformShortfall()
  const { state, reference } = refund
  if (state === 'DONE' || state === 'FAILED') return null
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {state === 'REQUESTED' ? (
        <LazyDialog
          part={approval}
          trigger={
            <Button size="sm" aria-label={`Approve ${reference}`} disabledReason={shortfall}>
              Approve
            </Button>
          }
        >
          {({ ApproveRefundForm }, dialog) => <ApproveRefundForm refund={refund} {...dialog} />}
        </LazyDialog>
      ) : (
        <AskNow refund={refund} />
      )}
      {state === 'PROCESSING' ? null : (
        <LazyDialog
          part={dropping}
          trigger={
            <Button size="sm" aria-label={`Cancel ${reference}`} disabledReason={shortfall}>
              Cancel refund
            </Button>
          }
        >
          {({ DropRefundForm }, dialog) => <DropRefundForm refund={refund} {...dialog} />}
        </LazyDialog>
      )}
    </span>
  )
}

function AskNow({ refund }: { refund: RefundView }) {
  const trpc = useTRPC()
  const refresh = useRefreshMoney()
  const shortfall = usePlatformShortfall()
  const ask = useServerMutation(trpc.payments.retryRefund, {
    again: true,
    onSuccess: () => toast.success('Checking with the provider'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: refresh,
  })
  return (
    <Button
      size="sm"
      aria-label={`Check ${refund.reference}`}
      pending={ask.isPending}
      disabledReason={shortfall}
      onClick={() => ask.mutate({ refundId: refund.id })}
    >
      Check now
    </Button>
  )
}
