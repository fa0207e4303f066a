const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** decisions.md: waits after the first, second, … attempt. */
const WAITS_MS = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
] as const
const JITTER = 0.1
/** A destination may request a longer wait, up to this limit. */
const MAX_RETRY_AFTER_MS = 12 * HOUR

/** The destination no longer exists: nothing more is sent to it. */
export const HTTP_GONE = 410

/** After this time without a 2xx the next failure pauses a stored destination. */
export const MAX_FAILING_DAYS = 5

/**
 * Whether a failed attempt is retried (decisions.md): all except 410. A 404 may be a destination that is being
 * deployed.
 */
export function isRetryable(httpStatus: number | null): boolean {
  return httpStatus !== HTTP_GONE
}

/** Milliseconds until the next attempt; null after the last one. `random` is in [0, 1). */
export function nextWaitMs(attempts: number, retryAfterMs: number | null, random: number): number | null {
  const wait = WAITS_MS[attempts - 1]
  if (wait === undefined) return null
  const jittered = wait * (1 + JITTER * random)
  return Math.round(Math.max(jittered, Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)))
}

/** Reads `Retry-After`: seconds or an HTTP date. */
export function parseRetryAfterMs(header: string | undefined, now: Date): number | null {
  if (!header) return null
  if (/^\d+$/.test(header.trim())) return Number(header.trim()) * SECOND
  // `Date.parse` would take `-5` and `1.5` for months.
  const at = /^[a-z]{3,9},? /i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime())
}
