'use client'

import { usePathname } from 'next/navigation'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { isFaultPage } from './fault-pages'

const workFaults = lazyPart(() => import('./work-faults'))

/** Notices of work that waits, above the pages about that work. Other pages do not load the code of these notices. */
export function FaultNotices() {
  if (!isFaultPage(usePathname())) return null
  return (
    <LazyContent part={workFaults} loading={null}>
      {({ WorkFaults }) => <WorkFaults />}
    </LazyContent>
  )
}
