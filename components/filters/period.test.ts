import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { hasTime, toDays, toTimes } from './period'

const MINUTE = { min: new Date('1970-01-01T00:00Z'), max: new Date('2100-01-01T00:00Z'), noInvalidDate: true } as const
const minute = fc.date(MINUTE).map((at) => `${at.toISOString().slice(0, 16)}Z`)
const day = minute.map((text) => text.slice(0, 10))
const end = (text: fc.Arbitrary<string>) => fc.oneof(fc.constant(''), text)

/** When a list's period begins and ends. */
const beginning = (from: string) => Date.parse(from)
const ending = (to: string) => Date.parse(to) + (to.includes('T') ? 0 : 86_400_000)

test('days in minutes are the same period, and the same days again', () => {
  fc.assert(
    fc.property(end(day), end(day), (from, to) => {
      const times = toTimes({ from, to })
      expect(beginning(times.from)).toEqual(beginning(from))
      expect(ending(times.to)).toEqual(ending(to))
      expect(toDays(times)).toEqual({ from, to })
      expect(hasTime(times)).toBe(Boolean(from || to))
    }),
    propertyRuns(100, 1_000),
  )
})

test('the days of minutes hold them, and minutes stay as they are', () => {
  fc.assert(
    fc.property(end(minute), end(minute), (from, to) => {
      const days = toDays({ from, to })
      expect(hasTime(days)).toBe(false)
      if (from) expect(beginning(days.from)).toBeLessThanOrEqual(beginning(from))
      if (to) expect(ending(days.to)).toBeGreaterThanOrEqual(ending(to))
      expect(toTimes({ from, to })).toEqual({ from, to })
    }),
    propertyRuns(100, 1_000),
  )
})

test('a mistyped end of a link stays', () => {
  expect(toTimes({ from: '', to: 'soon' })).toEqual({ from: '', to: 'soon' })
  expect(toDays({ from: '', to: '2026-13-40T99:00Z' })).toEqual({ from: '', to: '2026-13-40' })
})
