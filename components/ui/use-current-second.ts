'use client'

import { useSyncExternalStore } from 'react'

const SECOND_MS = 1_000

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, SECOND_MS / 4)
  return () => clearInterval(timer)
}

/** The current second, in milliseconds, or null during server rendering and hydration, where no clock may show. */
export function useCurrentSecond(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / SECOND_MS) * SECOND_MS,
    () => null,
  )
}
