'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { PriceSourceView } from '@/schemas/prices/contract'

const form = lazyPart(() => import('./set-feed-form'))

/** Has a symbol priced by another feed. */
export function SetFeed({ source }: { source: PriceSourceView }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button size="sm" aria-label={`Set feed of ${source.symbol}`} disabledReason={shortfall}>
          Set feed
        </Button>
      }
    >
      {({ SetFeedForm }, state) => <SetFeedForm source={source} {...state} />}
    </LazyDialog>
  )
}
