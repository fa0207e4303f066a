'use client'

import { Fragment, type ReactNode, useState } from 'react'
import type { LazyPart } from './lazy-part'
import { LoadFailure } from './load-failure'
import { OpeningInput } from './opening-input'
import { useLazyPart } from './use-lazy-part'

/** The state that the dialog takes over: whether it is open, and how it closes. */
export type DialogState = { open: boolean; onOpenChange: (open: boolean) => void }

type Opening = { count: number; by: string }

/**
 * A dialog whose code is loaded when it is about to open, and which reports a failed load. Each opening resets it;
 * after closing it stays mounted for its animation. `dialog` belongs somewhere on the page.
 */
export function useLazyDialog<M>(part: LazyPart<M>, render: (module: M, state: DialogState) => ReactNode) {
  const { module, phase, load, preload, forget } = useLazyPart(part)
  const [open, setOpen] = useState(false)
  const [opening, setOpening] = useState<Opening>({ count: 0, by: '' })
  async function show(by = '') {
    if (phase === 'loading' || phase === 'slow' || (await load()) === null) return
    setOpening(({ count }) => ({ count: count + 1, by }))
    setOpen(true)
  }
  const dialog = (
    <>
      {module === null ? null : (
        <OpeningInput value={opening.by}>
          <Fragment key={opening.count}>{render(module, { open, onOpenChange: setOpen })}</Fragment>
        </OpeningInput>
      )}
      {phase === 'failed' ? <LoadFailure onRetry={() => void show(opening.by)} onClose={forget} /> : null}
    </>
  )
  return { show, preload, isSlow: phase === 'slow', open, dialog }
}
