/** Half open: `start` belongs to it, `end` to the next. */
export type Period = {
  start: Date
  end: Date
  /** Day of the month (UTC) on which its periods end, 1 to 31; in a shorter month that month's last. */
  anchorDay: number
}

/** The months a billing cycle lasts. */
export const CYCLE_MONTHS = { MONTHLY: 1, YEARLY: 12 } as const
export type BillingCycle = keyof typeof CYCLE_MONTHS

/** A period that starts afresh, and so sets the day on which it and those after it end. */
export function newPeriod(start: Date, cycle: BillingCycle): Period {
  return nextPeriod(start, { cycle, anchorDay: start.getUTCDate() })
}

/** The period that begins where another ended. */
export function nextPeriod(start: Date, { cycle, anchorDay }: { cycle: BillingCycle; anchorDay: number }): Period {
  return { start, end: periodEnd(start, CYCLE_MONTHS[cycle], anchorDay), anchorDay }
}

/**
 * So many months after `start` at the same time of day, on `anchorDay` or the last day of a shorter month. The day is not `start`'s own: that
 * may have been cut to a short month, and a month added to it would stay there (31, 28, 28).
 */
export function periodEnd(start: Date, months: number, anchorDay: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  // Day 0 of a month is the last of the one before.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const end = new Date(start)
  end.setUTCFullYear(year, month, Math.min(anchorDay, lastDay))
  return end
}
