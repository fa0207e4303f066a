'use client'

import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { EndedKind } from './end-exception-form'

const form = lazyPart(() => import('./end-exception-form'))

type EndExceptionProps = { kind: EndedKind; id: string; label: string; about: string }

/** Ends an exception without moving money. `about` names it for screen readers. */
export function EndException({ kind, id, label, about }: EndExceptionProps) {
  const shortfall = usePlatformShortfall()
  const trigger = (
    <Button size="sm" aria-label={`${label} ${about}`} disabledReason={shortfall}>
      {label}
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ EndExceptionForm }, state) => <EndExceptionForm kind={kind} id={id} {...state} />}
    </LazyDialog>
  )
}
