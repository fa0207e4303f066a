import { useCallback, useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Whether the reader dismissed something in this browser, and the function that dismisses it. Without storage it lasts
 * until the page is closed.
 */
export function useDismissed(name: string): [isDismissed: boolean, dismiss: () => void] {
  const key = `dismissed:${name}`
  const isDismissed = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => false,
  )
  const dismiss = useCallback(() => {
    dismissedKeys.add(key)
    try {
      localStorage.setItem(key, 'true')
    } catch {
      // Storage is full or forbidden.
    }
    for (const listener of listeners) listener()
  }, [key])
  return [isDismissed, dismiss]
}

const dismissedKeys = new Set<string>()

function read(key: string): boolean {
  if (dismissedKeys.has(key)) return true
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}
