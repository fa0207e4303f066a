import { expect, test } from 'vitest'
import { formatDay, formatMonthDay } from './format-day'

test('writes the day of a date and of a moment alike, in UTC', () => {
  expect(formatDay('2027-02-08')).toBe('Feb 8, 2027')
  expect(formatDay('2026-12-30T23:59:59.999Z')).toBe('Dec 30, 2026')
  expect(formatDay(new Date('2026-12-31T00:30:00+01:00'))).toBe('Dec 30, 2026')
  expect(formatMonthDay('2026-11-21T14:00:00.000Z')).toBe('Nov 21')
})
