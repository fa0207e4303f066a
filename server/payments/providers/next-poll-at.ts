const MINUTE_MS = 60_000
/** The pause after a provider did not answer. */
const RETRY_MS = MINUTE_MS

type Watched = { createdAt: Date; expiryAt: Date; watchUntil: Date }

/**
 * The next time to poll an account if no webhook arrives: after 1, 3 and 10 minutes, at its expiry, 10 minutes later,
 * and at the end of its watch. Null after the last.
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

/** The next poll after the provider did not answer: soon, until a day after the watch ends. */
export function retryPollAt({ watchUntil }: Watched, now: Date): Date | null {
  const again = new Date(now.getTime() + RETRY_MS)
  return again.getTime() > watchUntil.getTime() + 1_440 * MINUTE_MS ? null : again
}
