'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { Recoverable } from './recover-deposit-form'

const form = lazyPart(() => import('./recover-deposit-form'))

/** Sends money away that does not belong to the payment of its address. */
export function RecoverDeposit({ recoverable }: { recoverable: Recoverable }) {
  const shortfall = usePlatformShortfall()
  const trigger = (
    <Button size="sm" aria-label={`Recover ${recoverable.symbol}`} disabledReason={shortfall}>
      Recover
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RecoverDepositForm }, state) => <RecoverDepositForm recoverable={recoverable} {...state} />}
    </LazyDialog>
  )
}
