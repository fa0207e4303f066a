'use client'

import { useCallback } from 'react'

/**
 * For controls in different parts of a page that replace each other, such as Pause and Resume. When a focused control
 * is removed, the control with the same name then gets the focus (`data-takes-over` is enough for that one). Without a
 * name it does nothing.
 */
export function useFocusHandover(name: string | undefined) {
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || name === undefined) return
      // React calls it before it removes the element, and the microtask runs when the page has changed.
      return () => {
        if (document.activeElement === element) queueMicrotask(() => passOn(name))
      }
    },
    [name],
  )
  return name === undefined ? {} : { ref, 'data-takes-over': name }
}

/** A closing dialog is removed, and the page below it reachable again, within a few frames. */
const MAX_FRAMES = 60

/** For a dialog whose opener no longer exists when it closes: focuses the control of that name. */
export function passFocusOn(name: string, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    passOn(name)
    if (isFocusLost() && frames > 0) passFocusOn(name, frames - 1)
  })
}

function passOn(name: string): void {
  if (isFocusLost()) document.querySelector<HTMLElement>(`[data-takes-over="${CSS.escape(name)}"]`)?.focus()
}

function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}
