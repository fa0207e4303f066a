'use client'

import { useState } from 'react'
import { useSecond } from '@/components/ui/use-second'

type Held = { expiryAt: string; readAt: string }

/** Milliseconds until a price expires by the server's clock; null while no clock may show. */
export function useTimeLeft({ expiryAt, readAt }: Held): number | null {
  const second = useSecond()
  // A wrong clock here would let a person pay too late.
  const [aheadMs] = useState(() => Date.now() - new Date(readAt).getTime())
  return second === null ? null : new Date(expiryAt).getTime() - (second - aheadMs)
}
