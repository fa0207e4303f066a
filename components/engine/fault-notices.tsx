'use client'

import { usePathname } from 'next/navigation'
import { lazy, Suspense } from 'react'
import { isFaultPage } from './fault-pages'

const WorkFaults = lazy(() => import('./work-faults').then((part) => ({ default: part.WorkFaults })))

/** Notices of work that waits, above the pages about that work. Other pages do not load the code of these notices. */
export function FaultNotices() {
  if (!isFaultPage(usePathname())) return null
  return (
    <Suspense fallback={null}>
      <WorkFaults />
    </Suspense>
  )
}
