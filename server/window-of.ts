import { MS_PER_DAY } from '@/server/durations'

/** A day (counted from 1970) of a list, and the number of its matching rows. */
export type CountedDay = { day: number; rows: number; matching: number }

/** The days of a page's rows, and the number of matching rows before them. */
export type DayWindow = { from: Date; below: Date; offset: number; rows: number; matching: number }

/**
 * The position of a page in a list from its newest day to its oldest, so that no row of the days before is read. Null
 * for one past the end.
 */
export function windowOf(
  newestFirst: readonly CountedDay[],
  { offset, limit }: { offset: number; limit: number },
): DayWindow | null {
  const window = { offset, rows: 0, matching: 0 }
  let newest: number | null = null
  let oldest = 0
  let between = 0
  for (const { day, rows, matching } of newestFirst) {
    if (newest === null && window.offset >= matching) {
      window.offset -= matching
      continue
    }
    between += rows
    if (matching === 0) continue
    newest ??= day
    oldest = day
    window.rows += between
    window.matching += matching
    between = 0
    if (window.matching >= window.offset + limit) break
  }
  return newest === null ? null : { ...window, from: startOf(oldest), below: startOf(newest + 1) }
}

/** The total number of matching rows. */
export function totalOf(days: readonly CountedDay[]): number {
  return days.reduce((total, { matching }) => total + matching, 0)
}

/** Days are counted from 1970, in UTC. */
export function dayOf(at: Date): number {
  return Math.floor(at.getTime() / MS_PER_DAY)
}

/** When a day begins. */
export function startOf(day: number): Date {
  return new Date(day * MS_PER_DAY)
}
