import { oncePerProcess } from '@/db/once-per-process'
import type { ProviderName } from './provider'

type Breaker = {
  failures: number
  openUntil: number
  pauseMs: number /** When it was last decided to leave it alone. */
  openedAt: number
}

/** Failures in a row after which a provider is left alone. */
const FAILURES_TO_OPEN = 3
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 120_000

const breakers = oncePerProcess('provider-breakers', () => new Map<ProviderName, Breaker>())

/** Whether a provider is left alone now. Past its pause, one call at a time may show that it is back. */
export function isOpen(name: ProviderName, nowMs: number): boolean {
  const breaker = breakers.get(name)
  if (!breaker || breaker.failures < FAILURES_TO_OPEN) return false
  if (nowMs < breaker.openUntil) return true
  breaker.openUntil = nowMs + breaker.pauseMs
  return false
}

/** It answered, be it a refusal. */
export function noteAnswer(name: ProviderName): void {
  breakers.delete(name)
}

/**
 * It did not; after the third time in a row it is left alone, for twice as long each time. Calls that had begun before
 * that was decided say nothing new: those of one moment count as one.
 */
export function noteSilence(name: ProviderName, { begunMs, nowMs }: { begunMs: number; nowMs: number }): void {
  const breaker = breakers.get(name) ?? { failures: 0, openUntil: 0, pauseMs: 0, openedAt: Number.NEGATIVE_INFINITY }
  if (begunMs < breaker.openedAt) return
  breakers.set(name, breaker)
  breaker.failures += 1
  if (breaker.failures < FAILURES_TO_OPEN) return
  breaker.pauseMs = Math.min(MAX_PAUSE_MS, breaker.pauseMs * 2 || FIRST_PAUSE_MS)
  breaker.openUntil = nowMs + breaker.pauseMs
  breaker.openedAt = nowMs
}

/** It said how long it wants to be left alone: at once, whatever it answered before. */
export function noteBusy(name: ProviderName, untilMs: number): void {
  const { pauseMs = 0 } = breakers.get(name) ?? {}
  breakers.set(name, { failures: FAILURES_TO_OPEN, openUntil: untilMs, pauseMs, openedAt: Number.NEGATIVE_INFINITY })
}

/** Calls paused providers at once: for an operator, or a suite. */
export function closeBreakers(): void {
  breakers.clear()
}
