'use client'

import { useSyncExternalStore } from 'react'

const MINUTE_MS = 60_000

function subscribe(onTick: () => void) {
  const timer = setInterval(onTick, MINUTE_MS / 2)
  return () => clearInterval(timer)
}

/** The current minute, or null during server rendering and hydration, where no clock may show. */
export function useCurrentMinute(): number | null {
  return useSyncExternalStore(
    subscribe,
    () => Math.floor(Date.now() / MINUTE_MS),
    () => null,
  )
}
