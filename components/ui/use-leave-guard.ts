'use client'

import { useEffect, useRef } from 'react'

const isGuard = () => Boolean(history.state && typeof history.state === 'object' && 'leaveGuard' in history.state)

/**
 * While active, confirms before leaving: the browser before a reload or a closed tab, `onLeave` before the back button.
 * A separate history entry absorbs the back step, so that nothing is lost.
 */
export function useLeaveGuard(active: boolean, onLeave: () => void): void {
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    if (!active) return
    const stand = () => history.pushState({ ...history.state, leaveGuard: true }, '')
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    const stepBack = () => {
      stand()
      leave.current()
    }
    stand()
    window.addEventListener('beforeunload', hold)
    window.addEventListener('popstate', stepBack)
    return () => {
      window.removeEventListener('beforeunload', hold)
      window.removeEventListener('popstate', stepBack)
      // Elsewhere meanwhile: a step back would leave that page.
      if (isGuard()) history.back()
    }
  }, [active])
}
