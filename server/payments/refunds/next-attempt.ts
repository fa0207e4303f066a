const SECOND_MS = 1_000
/** Waits behind the first, second, … time a provider was asked about a refund; then the last, for as long as it takes. */
const WAITS_MS = [5, 15, 60, 300, 900, 3_600].map((seconds) => seconds * SECOND_MS)
const LAST_MS = 3_600 * SECOND_MS

/** When a provider is asked about a refund again: later each time, and never not at all. */
export function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (WAITS_MS[Math.max(attempts - 1, 0)] ?? LAST_MS))
}

/** When again where somebody has to tell the provider something first. */
export function afterDetails(now: Date): Date {
  return new Date(now.getTime() + LAST_MS)
}
