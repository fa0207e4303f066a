import fc from 'fast-check'
import { expect, test } from 'vitest'
import { monthsAfter } from '@/server/months-after'
import { propertyRuns } from '@/server/testing/proof'
import { type BillingCycle, CYCLE_MONTHS, newPeriod, nextPeriod, type Period } from './period'

const MONTHS = 60
const moment = fc.date({
  min: new Date('2000-01-01T00:00:00Z'),
  max: new Date('2200-01-01T00:00:00Z'),
  noInvalidDate: true,
})

/** The periods that follow each other for five years. */
function chain(start: Date, cycle: BillingCycle): Period[] {
  const periods = [newPeriod(start, cycle)]
  for (let left = MONTHS / CYCLE_MONTHS[cycle] - 1; left > 0; left--) {
    const last = periods.at(-1)
    if (last) periods.push(nextPeriod(last.end, { cycle, anchorDay: last.anchorDay }))
  }
  return periods
}

test.each([
  ['2026-01-31T10:00:00.000Z', 1, '2026-02-28T10:00:00.000Z'],
  ['2026-02-28T10:00:00.000Z', 1, '2026-03-31T10:00:00.000Z'],
  ['2028-01-31T10:00:00.000Z', 1, '2028-02-29T10:00:00.000Z'],
  ['2026-12-31T23:59:59.999Z', 1, '2027-01-31T23:59:59.999Z'],
  ['2028-02-29T00:00:00.000Z', 12, '2029-02-28T00:00:00.000Z'],
])('a period from %s of %i months ends %s', (start, months, end) => {
  expect(monthsAfter(new Date(start), months, months === 12 ? 29 : 31)).toEqual(new Date(end))
})

test.each(Array.from({ length: 31 }, (_, day) => day + 1))(
  'periods from day %i keep to it for 60 months, or to the last of a shorter month',
  (day) => {
    const start = new Date(Date.UTC(2027, 0, day, 6, 30, 15, 123))
    for (const { end } of chain(start, 'MONTHLY')) {
      const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
      expect(end.getUTCDate()).toBe(Math.min(day, lastDay))
      expect(end.toISOString().slice(11)).toBe('06:30:15.123Z')
    }
  },
)

test('period ends are strictly increasing and join without a gap, whenever the first began', () => {
  fc.assert(
    fc.property(moment, fc.constantFrom('MONTHLY' as const, 'YEARLY' as const), (start, cycle) => {
      const periods = chain(start, cycle)
      for (const [index, period] of periods.entries()) {
        expect(period.end.getTime()).toBeGreaterThan(period.start.getTime())
        expect(period.start).toEqual(periods[index - 1]?.end ?? start)
        expect(period.anchorDay).toBe(start.getUTCDate())
        const day = periods[index]?.end.getUTCDate() ?? 0
        const nextDay = new Date(period.end.getTime() + 86_400_000).getUTCDate()
        expect(day === start.getUTCDate() || (day < start.getUTCDate() && nextDay === 1)).toBe(true)
      }
      // Five years later at that moment, except for a 29th of February.
      expect(periods.at(-1)?.end).toEqual(monthsAfter(start, MONTHS, start.getUTCDate()))
    }),
    propertyRuns(),
  )
})
