import { addFractions, type Fraction, fraction, multiplyFractions, ZERO } from '@/server/money/fraction'
import { type BillingCycle, newPeriod, nextPeriod, type Period } from './period'
import { graceEnd } from './phase'

/** A period and its value at full price, in kobo. */
export type PaidPeriod = { start: Date; end: Date; priceMinor: bigint }

/** The subscription of a product that grants something now. */
export type Running = {
  subscriptionId: string
  /**
   * Grows with each change of plan or period: a payment that was quoted for another version does not settle on this
   * one.
   */
  version: number
  planId: number
  cycle: BillingCycle
  status: 'ACTIVE' | 'PAST_DUE'
  /**
   * The value of the period from `start` to `end` at full price, whatever was charged for it: 0 if it is free or was
   * given.
   */
  priceMinor: bigint
  start: Date
  end: Date
  anchorDay: number
  /** Periods after that one which were paid before it ended; each begins where the one before ends. */
  ahead: readonly PaidPeriod[]
}

/** The end of the last paid period. */
export function paidUntil({ end, ahead }: Pick<Running, 'end' | 'ahead'>): Date {
  return ahead.at(-1)?.end ?? end
}

/** The paid and unused value at a moment: the rest of each period, to the millisecond. The caller rounds. */
export function unusedValue(running: Running, now: Date): Fraction {
  const { start, end, priceMinor, ahead } = running
  return [{ start, end, priceMinor }, ...ahead].map((period) => unusedOf(period, now)).reduce(addFractions, ZERO)
}

/**
 * The period that a renewal paid at `now` buys: after the paid periods, also in grace (no free days); after grace, a
 * new period from `now`.
 */
export function renewalPeriod(running: Running, now: Date): Period {
  const { cycle, anchorDay } = running
  const end = paidUntil(running)
  return now < graceEnd(end) ? nextPeriod(end, { cycle, anchorDay }) : newPeriod(now, cycle)
}

/** The remaining periods of a subscription once `renewal` is paid too: those that are over at `now` are left out. */
export function paidPeriodsWith(running: Running, renewal: PaidPeriod, now: Date): [PaidPeriod, ...PaidPeriod[]] {
  const { start, end, priceMinor, ahead } = running
  const [first = renewal, ...rest] = [{ start, end, priceMinor }, ...ahead, renewal].filter(
    (period) => period.end > now || period === renewal,
  )
  return [first, ...rest]
}

function unusedOf({ start, end, priceMinor }: PaidPeriod, now: Date): Fraction {
  if (now >= end) return ZERO
  const left = end.getTime() - Math.max(now.getTime(), start.getTime())
  return multiplyFractions(fraction(priceMinor, 1n), fraction(BigInt(left), BigInt(end.getTime() - start.getTime())))
}
