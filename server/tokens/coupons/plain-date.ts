/** A day without a time zone: `YYYY-MM-DD`. The texts sort by date. */
export type PlainDate = string

const DAY_MS = 86_400_000
const MONTHS_PER_YEAR = 12

type DayParts = { year: number /** From 1. */; month: number; day: number }

/** Days since 1970-01-01. */
function dayNumberOf(date: PlainDate): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

/** The day of a number of days since 1970-01-01. */
export function plainDateOf(dayNumber: number): PlainDate {
  return new Date(dayNumber * DAY_MS).toISOString().slice(0, 10)
}

export function partsOf(date: PlainDate): DayParts {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
  return { year, month, day }
}

export function addDays(date: PlainDate, days: number): PlainDate {
  return plainDateOf(dayNumberOf(date) + days)
}

/** The number of days between two days; negative if `end` is before `start`. */
export function daysBetween(start: PlainDate, end: PlainDate): number {
  return dayNumberOf(end) - dayNumberOf(start)
}

/** Adds months to a date. If the month has no such day, the result is its last day. */
export function addMonths(date: PlainDate, months: number): PlainDate {
  const { year, month, day } = partsOf(date)
  const index = year * MONTHS_PER_YEAR + (month - 1) + months
  const [toYear, toMonth] = [Math.floor(index / MONTHS_PER_YEAR), (index % MONTHS_PER_YEAR) + 1]
  const last = new Date(Date.UTC(toYear, toMonth, 0)).getUTCDate()
  const padded = (value: number, digits: number) => String(value).padStart(digits, '0')
  return `${padded(toYear, 4)}-${padded(toMonth, 2)}-${padded(Math.min(day, last), 2)}`
}

/** Whether a text is a valid day. */
export function isPlainDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(dayNumberOf(text)) && plainDateOf(dayNumberOf(text)) === text
}
