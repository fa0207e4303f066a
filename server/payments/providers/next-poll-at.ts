const MINUTE_MS = 60_000
/** While an account's provider does not answer. */
const RETRY_MS = MINUTE_MS

type Watched = { createdAt: Date; expiryAt: Date; watchUntil: Date }

/**
 * Moments at which an account is asked for, should no webhook come: 1, 3 and 10 minutes, its expiry, 10 minutes past it
 * and the end of its watch.
 */
export function nextPollAt({ createdAt, expiryAt, watchUntil }: Watched, now: Date): Date | null {
  const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS)
  const moments = [
    ...[1, 3, 10].map((minutes) => after(createdAt, minutes)),
    expiryAt,
    after(expiryAt, 10),
    watchUntil,
  ].sort((a, b) => a.getTime() - b.getTime())
  return moments.find((moment) => moment > now && moment <= watchUntil) ?? null
}

/** When an account whose provider did not answer is asked for again: soon, for a day past its watch at most. */
export function retryPollAt({ watchUntil }: Watched, now: Date): Date | null {
  const again = new Date(now.getTime() + RETRY_MS)
  return again.getTime() > watchUntil.getTime() + 1_440 * MINUTE_MS ? null : again
}
