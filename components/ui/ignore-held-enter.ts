import type { KeyboardEvent } from 'react'

/**
 * An Enter that is held down acts once: not again on what has the focus then, in the dialog it opened or on
 * the button that opens it anew.
 */
export function ignoreHeldEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
}
