'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./set-rate-form'))

/** Sets the operator's own rate. */
export function SetRate({ current }: { current: string | null }) {
  const shortfall = usePlatformShortfall()
  return (
    <LazyDialog part={form} trigger={<Button disabledReason={shortfall}>Set rate</Button>}>
      {({ SetRateForm }, state) => <SetRateForm current={current} {...state} />}
    </LazyDialog>
  )
}
