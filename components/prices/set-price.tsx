'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { PriceSourceView } from '@/schemas/prices/contract'

const form = lazyPart(() => import('./set-price-form'))

/** Sets a fixed price. */
export function SetPrice({ source }: { source: Pick<PriceSourceView, 'symbol' | 'priceUsd'> }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Set price of ${source.symbol}`} disabledReason={shortfall}>
          Set price
        </Button>
      }
    >
      {({ SetPriceForm }, state) => <SetPriceForm source={source} {...state} />}
    </LazyDialog>
  )
}
