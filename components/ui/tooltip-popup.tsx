'use client'

import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { noteTooltipClosed } from './shown-tooltip'

const GAP_PX = 6
/** Stays between the tooltip and the edge of the window. */
const EDGE_PX = 8

type TooltipPopupProps = {
  anchor: Element
  onEnter: () => void
  onLeave: () => void
  onClose: () => void
  children: ReactNode
}

/** Shown above its anchor, or below if there is no room. It moves with the anchor when the page scrolls. */
export function TooltipPopup({ anchor, onEnter, onLeave, onClose, children }: TooltipPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  // Before the tooltip is painted, so that Escape closes it from its first moment.
  useLayoutEffect(() => {
    // The top layer: above dialogs, and cut off by nothing. Browsers without it show the tooltip by its z-index.
    popup.current?.showPopover?.()
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close.current()
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      noteTooltipClosed()
    }
  }, [])
  useLayoutEffect(() => {
    const place = () => popup.current && placeAt(anchor, popup.current)
    place()
    const passive = { capture: true, passive: true }
    window.addEventListener('scroll', place, passive)
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, passive)
      window.removeEventListener('resize', place)
    }
  })
  return createPortal(
    <div
      ref={popup}
      aria-hidden
      popover="manual"
      onPointerEnter={onEnter}
      onPointerLeave={onLeave}
      className="fixed inset-auto z-60 m-0 w-max max-w-72 rounded-md border-0 bg-foreground px-2.5 py-1.5 text-background text-xs leading-4 shadow-popup transition-opacity duration-100 starting:opacity-0"
    >
      {children}
    </div>,
    document.body,
  )
}

function placeAt(anchor: Element, popup: HTMLElement): void {
  const around = anchor.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = popup
  const above = around.top - GAP_PX - offsetHeight
  const top = above < EDGE_PX ? around.bottom + GAP_PX : above
  const middle = around.left + (around.width - offsetWidth) / 2
  const left = Math.max(EDGE_PX, Math.min(middle, document.documentElement.clientWidth - EDGE_PX - offsetWidth))
  popup.style.top = `${top}px`
  popup.style.left = `${left}px`
}
