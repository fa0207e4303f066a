import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { usageWindow } from './usage-window'

const at = (text: string) => new Date(text)

test.each([
  ['the first day', '2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['the last moment of a short month', '2026-02-28T09:59:59Z', '2026-01-31T10:00:00.000Z', '2026-02-28T10:00:00.000Z'],
  ['its boundary', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00.000Z', '2026-03-31T10:00:00.000Z'],
  ['the last month', '2027-01-30T00:00:00Z', '2026-12-31T10:00:00.000Z', '2027-01-31T10:00:00.000Z'],
  ['grace', '2027-02-03T00:00:00Z', '2027-01-31T10:00:00.000Z', '2027-02-28T10:00:00.000Z'],
])('of a yearly subscription, %s is in its month', (_, now, start, end) => {
  const year = { startDate: at('2026-01-31T10:00:00Z'), endDate: at('2027-01-31T10:00:00Z'), anchorDay: 31 }
  const window = usageWindow(year, at(now))
  expect([window.start.toISOString(), window.end.toISOString()]).toEqual([start, end])
})

test('a window that would go past the end of what is paid ends there', () => {
  const given = { startDate: at('2026-01-01T00:00:00Z'), endDate: at('2026-01-20T00:00:00Z'), anchorDay: 1 }
  expect(usageWindow(given, at('2026-01-10T00:00:00Z')).end).toEqual(given.endDate)
})

test('windows hold now, and each begins where the one before ended', () => {
  const day = fc.integer({ min: 0, max: 3_000 * 86_400 })
  fc.assert(
    fc.property(day, day, (from, after) => {
      const startDate = new Date(Date.UTC(2024, 0, 1) + from * 1_000)
      const now = new Date(startDate.getTime() + after * 1_000)
      const paid = { startDate, endDate: new Date(startDate.getTime() + 4e11), anchorDay: startDate.getUTCDate() }
      const { start, end } = usageWindow(paid, now)
      expect(start <= now && now < end).toBe(true)
      if (start > startDate) expect(usageWindow(paid, new Date(start.getTime() - 1)).end).toEqual(start)
      expect(usageWindow(paid, end).start).toEqual(end)
    }),
    propertyRuns(),
  )
})
