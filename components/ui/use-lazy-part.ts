'use client'

import { useCallback, useEffect, useState } from 'react'
import type { LazyPart } from './lazy-part'

/** A load that is quicker than this shows nothing: a spinner that only flashes would be odd. */
const SLOW_AFTER_MS = 150

type Phase = 'idle' | 'loading' | 'slow' | 'failed'

/** A part of a page and the state of its loading. */
export function useLazyPart<M>(part: LazyPart<M>) {
  const [phase, setPhase] = useState<Phase>('idle')
  const [module, setModule] = useState<M | null>(null)
  useEffect(() => {
    if (phase !== 'loading') return
    // The load may have ended meanwhile, and only this rendering not yet.
    const timer = setTimeout(() => setPhase((now) => (now === 'loading' ? 'slow' : now)), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [phase])
  /** Null when it could not be loaded. */
  const load = useCallback(async (): Promise<M | null> => {
    const ready = part.read()
    if (ready === null) setPhase('loading')
    try {
      const loaded = ready ?? (await part.load())
      setModule(() => loaded)
      setPhase('idle')
      return loaded
    } catch {
      setPhase('failed')
      return null
    }
  }, [part])
  /** Ahead of need: a failure is reported when it is needed. */
  const preload = useCallback(() => void part.load().catch(() => null), [part])
  const forget = useCallback(() => setPhase('idle'), [])
  return { module, phase, load, preload, forget }
}
