'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { exactAmount } from '@/server/money/display-amount'

const form = lazyPart(() => import('./decide-arrival-form'))

/** Decides about money that left its chain, arrived again, or is not to be recovered. */
export function DecideArrival({ unmatchedDeposit }: { unmatchedDeposit: UnmatchedDepositView }) {
  const shortfall = usePlatformShortfall()
  const trigger = (
    <Button
      size="sm"
      aria-label={`Resolve ${exactAmount(unmatchedDeposit.amount)} ${unmatchedDeposit.symbol}`}
      disabledReason={shortfall}
    >
      Resolve
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ DecideArrivalForm }, state) => <DecideArrivalForm unmatchedDeposit={unmatchedDeposit} {...state} />}
    </LazyDialog>
  )
}
