import type { KeyboardEvent } from 'react'

/** An Enter that is held down acts once: not again on what it opened, a dialog with a form or with a secret. */
export function ignoreHeldEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
}
