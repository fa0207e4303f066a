/**
 * The number of days for which the holdings last, at the higher rate of the last day and the last week, to a tenth,
 * rounded down; null if nothing was spent. Units are base units of one coin.
 */
export function runwayDays(heldUnits: bigint, spend: { dayUnits: bigint; weekUnits: bigint }): number | null {
  const weekly = spend.weekUnits > spend.dayUnits * 7n ? spend.weekUnits : spend.dayUnits * 7n
  if (weekly === 0n) return null
  const tenths = (heldUnits * 70n) / weekly
  return Number(tenths > MAX_TENTHS ? MAX_TENTHS : tenths) / 10
}

/** Ten years: beyond that the figure says nothing. */
const MAX_TENTHS = 36_500n
