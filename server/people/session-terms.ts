import type { PlatformRole } from '@/schemas/people/words'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

type Terms = { idleMs: number; maxMs: number }

/** The lifetime of a sign-in, without use and in all. It is short for people who see every business. */
export function sessionTerms(platformRole: PlatformRole | null): Terms {
  if (platformRole) return { idleMs: 30 * MINUTE_MS, maxMs: 12 * HOUR_MS }
  return { idleMs: 12 * HOUR_MS, maxMs: 7 * 24 * HOUR_MS }
}
