/**
 * The time `months` months after `start` at the same time of day, on `anchorDay` or the last day of a shorter month.
 * The day is not `start`'s own: that may have been cut to a short month, and a month added to it would stay there (31,
 * 28, 28).
 */
export function monthsAfter(start: Date, months: number, anchorDay: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months]
  // Day 0 of a month is the last of the one before.
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  const end = new Date(start)
  end.setUTCFullYear(year, month, Math.min(anchorDay, lastDay))
  return end
}
