'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { DepositTokenView } from '@/schemas/payments/stablecoins/contract'

const form = lazyPart(() => import('./sweep-least-form'))

/** Changes the amount of a token above which it is swept. */
export function SetSweepLeast({ token }: { token: DepositTokenView }) {
  const shortfall = usePlatformShortfall()
  const name = `${token.symbol} on ${token.chainName}`
  const trigger = (
    <Button size="sm" aria-label={`Change the minimum sweep of ${name}`} disabledReason={shortfall}>
      Minimum sweep
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ SweepLeastForm }, state) => <SweepLeastForm token={token} {...state} />}
    </LazyDialog>
  )
}
