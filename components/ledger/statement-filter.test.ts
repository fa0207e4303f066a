import { expect, test } from 'vitest'
import { monthPeriod, toStatementInput } from './statement-filter'

test.each([
  ['this', '2026-12-01T01:45:00.000Z', '2026-12-01', '2026-12-01'],
  ['last', '2026-12-01T01:45:00.000Z', '2026-11-01', '2026-11-30'],
  ['last', '2027-01-31T23:59:59.000Z', '2026-12-01', '2026-12-31'],
  ['last', '2028-03-15T12:00:00.000Z', '2028-02-01', '2028-02-29'],
] as const)('%s month at %s is from %s to %s', (month, now, from, to) => {
  expect(monthPeriod(month, new Date(now))).toEqual({ from, to })
})

test('a statement without a period is that of this month', () => {
  const now = new Date('2026-12-21T11:05:00.000Z')
  expect(toStatementInput({ from: null, to: null, page: 1 }, now)).toEqual({ ...monthPeriod('this', now), page: 1 })
})
