'use client'

import { cloneElement, type DOMAttributes, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { closeOtherTooltips, tooltipDelay } from './shown-tooltip'
import { TooltipPopup } from './tooltip-popup'

/** Keeps the tooltip open while the pointer moves to it, so that its text can be selected. */
const GRACE_MS = 150

type TooltipProps = {
  /** Without a text, only the trigger is rendered. */
  content: ReactNode
  /** One focusable element; it becomes the trigger. */
  children: ReactElement<DOMAttributes<HTMLElement>>
}

/**
 * A hint for sighted users; its content must also be available in another way. A list has hundreds of hints, so a hint
 * only listens to events of its trigger until it is shown.
 */
export function Tooltip({ content, children }: TooltipProps) {
  const [anchor, setAnchor] = useState<Element | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { props } = children

  function close() {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  function after(delayMs: number, act: () => void) {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, delayMs)
  }
  function open(element: Element) {
    clearTimeout(timer.current)
    closeOtherTooltips(close)
    setAnchor(element)
  }

  return (
    <>
      {cloneElement(children, {
        onPointerEnter: (event) => {
          props.onPointerEnter?.(event)
          const element = event.currentTarget
          if (content && event.pointerType !== 'touch') after(anchor ? 0 : tooltipDelay(), () => open(element))
        },
        onPointerLeave: (event) => {
          props.onPointerLeave?.(event)
          after(GRACE_MS, close)
        },
        onPointerDown: (event) => {
          props.onPointerDown?.(event)
          close()
        },
        onFocus: (event) => {
          props.onFocus?.(event)
          if (content && event.currentTarget.matches(':focus-visible')) open(event.currentTarget)
        },
        onBlur: (event) => {
          props.onBlur?.(event)
          close()
        },
      })}
      {anchor && content ? (
        <TooltipPopup
          anchor={anchor}
          onEnter={() => clearTimeout(timer.current)}
          onLeave={() => after(GRACE_MS, close)}
          onClose={close}
        >
          {content}
        </TooltipPopup>
      ) : null}
    </>
  )
}
