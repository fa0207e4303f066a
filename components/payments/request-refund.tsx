'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { OperatorReceipt } from '@/schemas/payments/operator/contract'

const form = lazyPart(() => import('./request-refund-form'))

/** Asks money of a receipt back. */
export function RequestRefund({ receipt }: { receipt: OperatorReceipt }) {
  const shortfall = usePlatformShortfall()
  const isLeft = receipt.leftNgn !== '0' && ['SETTLED', 'CREDITED', 'SUSPENSE', 'IGNORED'].includes(receipt.outcome)
  if (!isLeft) return null
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Refund ${receipt.providerTxnId}`} disabledReason={shortfall}>
          Refund
        </Button>
      }
    >
      {({ RequestRefundForm }, dialog) => <RequestRefundForm receipt={receipt} {...dialog} />}
    </LazyDialog>
  )
}
