const MS_PER_MINUTE = 60_000
const MINUTES_PER_DAY = 1_440

type Schedule = { at: string; timeZone: string }

/**
 * The next time after `after` at which the schedule is due, once for each day of its time zone. A time that a clock
 * change skips is due right after the gap; one that occurs twice is due at the first. Pure.
 */
export function nextRun({ at, timeZone }: Schedule, after: Date): Date {
  const clock = clockOf(timeZone)
  const firstDay = clock(after.getTime()).day
  // The zone's calendar may have skipped a day, as Samoa's did in 2011.
  for (let n = 0; n < 4; n += 1) {
    const day = addDays(firstDay, n)
    const run = runOf(clock, day, at)
    if (run !== null && run > after.getTime()) return new Date(run)
  }
  throw new Error(`${timeZone} has no day behind ${after.toISOString()}`)
}

type Clock = (ms: number) => { day: string; time: string }

function clockOf(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return (ms) => {
    const parts = new Map(format.formatToParts(ms).map(({ type, value }) => [type, value]))
    const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
    return { day: `${part('year')}-${part('month')}-${part('day')}`, time: `${part('hour')}:${part('minute')}` }
  }
}

/** The first minute of a day at which the clock shows this time or a later one; null if the zone skips the day. */
function runOf(clock: Clock, day: string, at: string): number | null {
  const asUtc = Date.parse(`${day}T${at}:00Z`)
  // No zone is further from UTC than 14 hours. Bisect to the first minute that reaches the time.
  let before = asUtc - 15 * 60 * MS_PER_MINUTE
  let reached = asUtc + 15 * 60 * MS_PER_MINUTE
  const isReached = (ms: number) => {
    const shown = clock(ms)
    return shown.day > day || (shown.day === day && shown.time >= at)
  }
  while (reached - before > MS_PER_MINUTE) {
    const middle = before + Math.floor((reached - before) / MS_PER_MINUTE / 2) * MS_PER_MINUTE
    if (isReached(middle)) reached = middle
    else before = middle
  }
  const first = firstOf(isReached, reached)
  return clock(first).day === day ? first : null
}

/** A clock that is set back shows a time twice, and the bisection may have found the second one. */
function firstOf(isReached: (ms: number) => boolean, found: number): number {
  for (let back = 1; back <= MINUTES_PER_DAY / 8; back += 1) {
    const ms = found - back * MS_PER_MINUTE
    if (isReached(ms) && !isReached(ms - MS_PER_MINUTE)) return ms
  }
  return found
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * MINUTES_PER_DAY * MS_PER_MINUTE).toISOString().slice(0, 10)
}
