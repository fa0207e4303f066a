'use client'

import { Play } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { TriedOperation } from './try-form'

const panel = lazyPart(() => import('./try-panel'))

/** The button of an operation that opens the panel in which it is called. */
export function TryCall({ operation }: { operation: TriedOperation }) {
  const trigger = (
    <Button icon={<Play aria-hidden />} aria-label={`Try it: ${operation.summary}`}>
      Try it
    </Button>
  )
  return (
    <LazyDialog part={panel} trigger={trigger}>
      {({ TryPanel }, state) => <TryPanel operation={operation} {...state} />}
    </LazyDialog>
  )
}
