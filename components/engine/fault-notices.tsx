'use client'

import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { isFaultPage } from './fault-pages'

const WorkFaults = lazy(() => import('./work-faults').then((part) => ({ default: part.WorkFaults })))

/** What work waits for, above the pages about it; the others load nothing of it. */
export function FaultNotices() {
  if (!isFaultPage(usePathname())) return null
  return (
    <Suspense fallback={null}>
      <WorkFaults />
    </Suspense>
  )
}
