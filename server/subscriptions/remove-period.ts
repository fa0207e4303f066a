import { newPeriod, nextPeriod } from './period'
import type { PaidPeriod, Running } from './running'

/** The remaining periods of a subscription, the current one first; may be empty. */
type LeftPeriods = { periods: PaidPeriod[]; anchorDay: number }

/** All paid periods, the current one first. */
export function paidPeriods({ start, end, priceMinor, ahead }: Running): [PaidPeriod, ...PaidPeriod[]] {
  return [{ start, end, priceMinor }, ...ahead]
}

/**
 * The remaining periods after a period is rolled back: the one with `later` others after it. Later periods begin that
 * much earlier, each as long as a period of its cycle; after a current one they begin at `now`. A past period does not
 * shorten later ones.
 */
export function removePeriod(running: Running, later: number, now: Date): LeftPeriods {
  const { cycle, anchorDay } = running
  const periods = paidPeriods(running)
  const index = periods.length - 1 - later
  const taken = periods[index]
  if (!taken || (taken.end <= now && later > 0)) return { periods, anchorDay }
  const before = periods.slice(0, index).filter(({ end }) => end > now)
  const begun = taken.start <= now
  let next = begun ? newPeriod(now, cycle) : nextPeriod(taken.start, { cycle, anchorDay })
  const behind: PaidPeriod[] = []
  for (const { priceMinor } of periods.slice(index + 1)) {
    behind.push({ start: next.start, end: next.end, priceMinor })
    next = nextPeriod(next.end, { cycle, anchorDay: next.anchorDay })
  }
  return { periods: [...before, ...behind], anchorDay: behind.length > 0 ? next.anchorDay : anchorDay }
}
