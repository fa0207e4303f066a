'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { ReceiptExceptionView } from '@/schemas/payments/exceptions/contract'

const form = lazyPart(() => import('./decide-exception-form'))

/** Decides what happens to money in suspense. */
export function DecideException({ receipt }: { receipt: ReceiptExceptionView }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Resolve ${receipt.providerTxnId}`} disabledReason={shortfall}>
          Resolve
        </Button>
      }
    >
      {({ DecideExceptionForm }, dialog) => <DecideExceptionForm receipt={receipt} {...dialog} />}
    </LazyDialog>
  )
}
