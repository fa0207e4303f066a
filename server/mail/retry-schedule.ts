import { MS_PER_DAY, MS_PER_HOUR } from '@/server/durations'

const FIRST_WAIT_MS = 10_000
const GROWTH = 4
const MAX_WAIT_MS = 2 * MS_PER_HOUR

type Times = { queuedAt: Date; now: Date; maxWaitMs?: number; leastWaitMs?: number }

/** When to try again after `attempts` that failed, or null if the day since it was queued is over by then. */
export function nextMailAttempt(
  attempts: number,
  { queuedAt, now, maxWaitMs = MAX_WAIT_MS, leastWaitMs = 0 }: Times,
): Date | null {
  const waitMs = Math.min(maxWaitMs, FIRST_WAIT_MS * GROWTH ** Math.min(attempts - 1, 10))
  const at = new Date(now.getTime() + Math.max(waitMs, leastWaitMs))
  return at.getTime() > queuedAt.getTime() + MS_PER_DAY ? null : at
}
