import { oncePerProcess } from '@/db/once-per-process'
import type { ProviderName } from './provider'

type Breaker = {
  failures: number
  openUntil: number
  pauseMs: number
  /** When the current pause was decided. */
  openedAt: number
}

/** The number of failures in a row after which a provider is paused. */
const FAILURES_TO_OPEN = 3
const FIRST_PAUSE_MS = 5_000
const MAX_PAUSE_MS = 120_000

const breakers = oncePerProcess('provider-breakers', () => new Map<ProviderName, Breaker>())

/** Whether a provider is paused now. After the pause, one call at a time may test it. */
export function isOpen(name: ProviderName, nowMs: number): boolean {
  const breaker = breakers.get(name)
  if (!breaker || breaker.failures < FAILURES_TO_OPEN) return false
  if (nowMs < breaker.openUntil) return true
  breaker.openUntil = nowMs + breaker.pauseMs
  return false
}

/** Records that the provider answered, even with a refusal. */
export function recordAnswer(name: ProviderName): void {
  breakers.delete(name)
}

/**
 * Records that the provider did not answer. After the third failure in a row it is paused, each time for twice as long.
 * Calls that began before the pause do not count, because concurrent calls fail together.
 */
export function recordNoAnswer(name: ProviderName, { begunMs, nowMs }: { begunMs: number; nowMs: number }): void {
  const breaker = breakers.get(name) ?? { failures: 0, openUntil: 0, pauseMs: 0, openedAt: Number.NEGATIVE_INFINITY }
  if (begunMs < breaker.openedAt) return
  breakers.set(name, breaker)
  breaker.failures += 1
  if (breaker.failures < FAILURES_TO_OPEN) return
  breaker.pauseMs = Math.min(MAX_PAUSE_MS, breaker.pauseMs * 2 || FIRST_PAUSE_MS)
  breaker.openUntil = nowMs + breaker.pauseMs
  breaker.openedAt = nowMs
}

/** Pauses a provider until the time that it requested, regardless of its other responses. */
export function recordBusy(name: ProviderName, untilMs: number): void {
  const { pauseMs = 0 } = breakers.get(name) ?? {}
  breakers.set(name, { failures: FAILURES_TO_OPEN, openUntil: untilMs, pauseMs, openedAt: Number.NEGATIVE_INFINITY })
}

/** Ends all pauses; for operators and tests. */
export function closeBreakers(): void {
  breakers.clear()
}
