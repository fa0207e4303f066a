'use client'

import { useEffect, useState } from 'react'

/** A value that has not changed, as JSON, for a while. Queries use it to wait until the user stops typing. */
export function useSettled<T>(value: T, pauseMs: number): T {
  const [settled, setSettled] = useState(value)
  const text = JSON.stringify(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: equal values are one, whichever object they are
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
