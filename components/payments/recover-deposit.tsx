'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'

const form = lazyPart(() => import('./recover-deposit-form'))

/** Sends unmatched deposits away. */
export function RecoverDeposit({ unmatchedDeposit }: { unmatchedDeposit: UnmatchedDepositView }) {
  const shortfall = usePlatformShortfall()
  const trigger = (
    <Button size="sm" aria-label={`Recover ${unmatchedDeposit.symbol}`} disabledReason={shortfall}>
      Recover
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RecoverDepositForm }, state) => <RecoverDepositForm unmatchedDeposit={unmatchedDeposit} {...state} />}
    </LazyDialog>
  )
}
