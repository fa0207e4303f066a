import { monthsAfter } from '@/server/months-after'

/** Half open, as periods are. */
export type UsageWindow = { start: Date; end: Date }

type PaidFor = { startDate: Date; endDate: Date; anchorDay: number }

const monthOf = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth()

/**
 * The month of a subscription that contains `now`, counted from its start on its own day of the month. It is the whole
 * period of a monthly one, and a twelfth of a yearly one. No month ends after the paid period, except in the grace
 * period after it.
 */
export function usageWindow({ startDate, endDate, anchorDay }: PaidFor, now: Date): UsageWindow {
  const boundary = (months: number) => (months <= 0 ? startDate : monthsAfter(startDate, months, anchorDay))
  // A month too many, then back: days and hours decide which side of the boundary it is.
  let months = Math.max(0, monthOf(now) - monthOf(startDate) + 1)
  while (months > 0 && boundary(months) > now) months -= 1
  const [start, end] = [boundary(months), boundary(months + 1)]
  return { start, end: now < endDate && endDate < end ? endDate : end }
}
