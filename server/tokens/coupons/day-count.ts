import type { DayCount } from '@/schemas/tokens/words'
import { addFractions, type Fraction, fraction, ZERO } from '@/server/money/fraction'
import { daysBetween, type PlainDate, partsOf } from './plain-date'

/**
 * The exact fraction of a year of a period, by a convention of ISDA 2006 section 4.16. The start day counts, the end
 * day does not.
 */
export function dayCountFraction(dayCount: DayCount, start: PlainDate, end: PlainDate): Fraction {
  if (end <= start) return ZERO
  return CONVENTIONS[dayCount](start, end)
}

const CONVENTIONS: Record<DayCount, (start: PlainDate, end: PlainDate) => Fraction> = {
  ACT_365: (start, end) => fraction(BigInt(daysBetween(start, end)), 365n),
  ACT_360: (start, end) => fraction(BigInt(daysBetween(start, end)), 360n),
  ACT_ACT: actualByYear,
  '30_360': (start, end) => fraction(BigInt(bondBasisDays(start, end)), 360n),
  '30E_360': (start, end) => fraction(BigInt(eurobondDays(start, end)), 360n),
}

/** Days in leap years over 366, the others over 365. */
function actualByYear(start: PlainDate, end: PlainDate): Fraction {
  let sum = ZERO
  for (let { year } = partsOf(start); year <= partsOf(end).year; year += 1) {
    const text = (value: number) => String(value).padStart(4, '0')
    const [first, next] = [`${text(year)}-01-01`, `${text(year + 1)}-01-01`]
    const days = daysBetween(start > first ? start : first, end < next ? end : next)
    if (days > 0) sum = addFractions(sum, fraction(BigInt(days), isLeap(year) ? 366n : 365n))
  }
  return sum
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

/** A start on the 31st counts as the 30th; an end on the 31st does so only after such a start. */
function bondBasisDays(start: PlainDate, end: PlainDate): number {
  const [from, to] = [partsOf(start), partsOf(end)]
  const first = Math.min(from.day, 30)
  const last = to.day === 31 && first === 30 ? 30 : to.day
  return 360 * (to.year - from.year) + 30 * (to.month - from.month) + (last - first)
}

/** The 31st counts as the 30th. */
function eurobondDays(start: PlainDate, end: PlainDate): number {
  const [from, to] = [partsOf(start), partsOf(end)]
  return 360 * (to.year - from.year) + 30 * (to.month - from.month) + (Math.min(to.day, 30) - Math.min(from.day, 30))
}
