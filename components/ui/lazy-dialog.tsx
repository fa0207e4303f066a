'use client'

import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, useRef } from 'react'
import type { Button } from './button'
import type { LazyPart } from './lazy-part'
import { type DialogState, useLazyDialog } from './use-lazy-dialog'

type LazyDialogProps<M> = {
  part: LazyPart<M>
  /** The Button that opens it. */
  trigger: ReactElement<ComponentProps<typeof Button>>
  children: (module: M, state: DialogState) => ReactNode
}

/** A button and the dialog it opens, whose code is loaded once the pointer is on the button. */
export function LazyDialog<M>({ part, trigger, children }: LazyDialogProps<M>) {
  const { show, preload, isSlow, open, dialog } = useLazyDialog(part, children)
  const pointer = useRef('')
  const isDisabled = Boolean(trigger.props.disabled || trigger.props.disabledReason)
  const near = isDisabled ? undefined : preload
  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        pending: isSlow || trigger.props.pending,
        onPointerEnter: near,
        onFocus: near,
        onPointerDown: (event) => {
          pointer.current = event.pointerType
        },
        onClick: (event) => {
          // Some browsers do not focus a button that is clicked, and it gets the focus back when the dialog closes.
          event.currentTarget.focus()
          void show(event.detail === 0 ? '' : pointer.current)
        },
      })}
      {dialog}
    </>
  )
}
