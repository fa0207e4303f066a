'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { StrayView } from '@/schemas/payments/stablecoins/contract'

const form = lazyPart(() => import('./rescue-form'))

/** Sends a stray away. */
export function RescueStray({ stray }: { stray: StrayView }) {
  const shortfall = usePlatformShortfall()
  const trigger = (
    <Button size="sm" aria-label={`Recover ${stray.symbol}`} disabledReason={shortfall}>
      Recover
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RescueForm }, state) => <RescueForm stray={stray} {...state} />}
    </LazyDialog>
  )
}
