const MS_PER_MINUTE = 60_000
const MS_PER_DAY = 86_400_000

/**
 * The ends of a period in UTC, empty for no limit: days, `YYYY-MM-DD`, both included, or minutes, `YYYY-MM-DDTHH:MMZ`,
 * of which the last is excluded.
 */
export type Period = { from: string; to: string }

/** Whether an end is a minute. */
export function hasTime({ from, to }: Period): boolean {
  return `${from}${to}`.includes('T')
}

/** The period with its days written as times: the end of a day is the beginning of the next. */
export function toTimes({ from, to }: Period): Period {
  return { from: from && !from.includes('T') ? `${from}T00:00Z` : from, to: isDay(to) ? startOfNext(to) : to }
}

/** The whole days that hold the period. */
export function toDays({ from, to }: Period): Period {
  const last = to.includes('T') ? Date.parse(to) - MS_PER_MINUTE : Number.NaN
  return {
    from: from.slice(0, 10),
    to: Number.isNaN(last) ? to.slice(0, 10) : new Date(last).toISOString().slice(0, 10),
  }
}

function isDay(end: string): boolean {
  return !end.includes('T') && !Number.isNaN(Date.parse(end))
}

function startOfNext(day: string): string {
  return `${new Date(Date.parse(day) + MS_PER_DAY).toISOString().slice(0, 16)}Z`
}
