import { monthsAfter } from '@/server/months-after'

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

/** A first period, whose start sets the day on which it and the later ones end. */
export function newPeriod(start: Date, cycle: BillingCycle): Period {
  return nextPeriod(start, { cycle, anchorDay: start.getUTCDate() })
}

/** The period that begins where another ended. */
export function nextPeriod(start: Date, { cycle, anchorDay }: { cycle: BillingCycle; anchorDay: number }): Period {
  return { start, end: monthsAfter(start, CYCLE_MONTHS[cycle], anchorDay), anchorDay }
}
