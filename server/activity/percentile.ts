/** The number of calls by duration, in the steps of `activity_bucket` (db/activity.sql). */
type Histogram = ReadonlyMap<number, number>

/**
 * The duration in ms that a `share` (0 to 1) of them did not exceed: the upper end of its step. Null if there were
 * none.
 */
export function percentile(histogram: Histogram, share: number): number | null {
  const steps = [...histogram].filter(([step, n]) => step >= 0 && n > 0).toSorted(([a], [b]) => a - b)
  const total = steps.reduce((sum, [, n]) => sum + n, 0)
  const rank = Math.max(1, Math.ceil(total * share))
  let seen = 0
  for (const [step, n] of steps) {
    seen += n
    if (seen >= rank) return upperMs(step)
  }
  return null
}

/** The highest whole number of milliseconds of a step. */
function upperMs(step: number): number {
  return Math.max(0, Math.ceil(2 ** ((step + 1) / 4) - 1) - 1)
}
