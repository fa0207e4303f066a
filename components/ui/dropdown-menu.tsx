'use client'

import { cloneElement, useState } from 'react'
import { lazyPart } from './lazy-part'
import { LoadFailure } from './load-failure'
import type { MenuOpener, MenuProps } from './menu-props'
import { useLazyPart } from './use-lazy-part'

const part = lazyPart(() => import('./menu'))

/** A button and the menu it opens, whose code is loaded once the pointer is on the button. */
export function DropdownMenu(props: MenuProps) {
  const { trigger } = props
  const { module, phase, load, preload, forget } = useLazyPart(part)
  const [openedBy, setOpenedBy] = useState<MenuOpener>('pointer')
  if (module) return <module.Menu {...props} openedBy={openedBy} />
  const near = trigger.props.disabled || trigger.props.disabledReason ? undefined : preload
  function open(by: MenuOpener) {
    setOpenedBy(by)
    void load()
  }
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        pending: phase === 'slow' || trigger.props.pending,
        onPointerEnter: near,
        onFocus: near,
        onClick: (event) => open(event.detail === 0 ? 'keyboard' : 'pointer'),
        onKeyDown: (event) => {
          if (near && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) open('keyboard')
        },
      })}
      {phase === 'failed' ? <LoadFailure onRetry={() => open(openedBy)} onClose={forget} /> : null}
    </>
  )
}
