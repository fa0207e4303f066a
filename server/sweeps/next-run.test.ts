import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { nextRun } from './next-run'

const run = (at: string, timeZone: string, after: string) => nextRun({ at, timeZone }, new Date(after)).toISOString()

test.each([
  ['22:00', 'UTC', '2026-11-27T10:00:00Z', '2026-11-27T22:00:00.000Z'],
  ['22:00', 'UTC', '2026-11-27T22:00:00Z', '2026-11-28T22:00:00.000Z'],
  ['00:30', 'Africa/Lagos', '2026-11-27T23:00:00Z', '2026-11-27T23:30:00.000Z'],
  // 02:30 is skipped in spring: right behind the gap. In autumn it comes twice: at the first.
  ['02:30', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['02:30', 'Europe/Berlin', '2026-10-24T12:00:00Z', '2026-10-25T00:30:00.000Z'],
  ['02:30', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
  ['00:15', 'America/Havana', '2026-03-07T12:00:00Z', '2026-03-08T05:00:00.000Z'],
  ['12:00', 'Pacific/Kiritimati', '2026-11-27T00:00:00Z', '2026-11-27T22:00:00.000Z'],
  // The 30th of December 2011 was none in Samoa.
  ['12:00', 'Pacific/Apia', '2011-12-29T22:30:00Z', '2011-12-30T22:00:00.000Z'],
])('%s in %s after %s is %s', (at, timeZone, after, expected) => {
  expect(run(at, timeZone, after)).toBe(expected)
})

test('each day has one run, and none is skipped', () => {
  const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu')
  const minute = fc.integer({ min: 0, max: 1_439 })
  const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(zone, minute, moment, (timeZone, minutes, after) => {
      const at = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
      const first = nextRun({ at, timeZone }, after)
      const second = nextRun({ at, timeZone }, first)
      const hours = (second.getTime() - first.getTime()) / 3_600_000
      expect(first.getTime()).toBeGreaterThan(after.getTime())
      expect(first.getTime() - after.getTime()).toBeLessThanOrEqual(25 * 3_600_000)
      expect(hours).toBeGreaterThanOrEqual(23)
      expect(hours).toBeLessThanOrEqual(25)
    }),
    propertyRuns(),
  )
})
