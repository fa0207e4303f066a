const STEPS_SECONDS = [15, 30, 60, 120, 300, 600, 1200, 2400, 3600, 7200]
const JITTER_SECONDS = 30

/** Wait before try number `attempt` (1 = first retry): the service's own schedule, times `scale`. */
export function backoffMs(attempt: number, scale: number): number {
  const base = STEPS_SECONDS[Math.min(attempt, STEPS_SECONDS.length) - 1] ?? 15
  return Math.round((base + Math.random() * JITTER_SECONDS) * 1000 * scale)
}

/** `retry-after`, in seconds or as a date, held between a second and a day. */
export function retryAfterMs(header: string, now: number): number | null {
  const seconds = /^\d+(\.\d+)?$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  if (!Number.isFinite(seconds)) return null
  return Math.min(Math.max(seconds, 1), 86_400) * 1000
}

const UNREACHABLE_STEPS_MS = [250, 500, 1000]

/** Wait before the next try of an application that does not answer at all. */
export function unreachableBackoffMs(sinceMs: number): number {
  return UNREACHABLE_STEPS_MS[sinceMs < 250 ? 0 : sinceMs < 1500 ? 1 : 2] ?? 1000
}
