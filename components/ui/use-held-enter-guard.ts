'use client'

import { useEffect } from 'react'

function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * An Enter that is held down acts once on the whole page: not again in the dialog it opened, nor on the button that
 * opens it again. React is too late for that: it may remove the target before it reports the key, which then presses
 * what got the focus.
 */
export function useHeldEnterGuard(): void {
  useEffect(() => {
    window.addEventListener('keydown', ignoreHeldEnter, true)
    return () => window.removeEventListener('keydown', ignoreHeldEnter, true)
  }, [])
}
