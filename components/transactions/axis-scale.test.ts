import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { axisPosition, offsetText } from './axis-scale'

test('later moments never stand before earlier ones, and all stand on the axis', () => {
  const ms = fc.integer({ min: -1_000, max: 10 ** 10 })
  fc.assert(
    fc.property(ms, ms, fc.integer({ min: 0, max: 10 ** 10 }), (a, b, total) => {
      const [first, second] = [axisPosition(Math.min(a, b), total), axisPosition(Math.max(a, b), total)]
      expect(first).toBeLessThanOrEqual(second)
      expect(first).toBeGreaterThanOrEqual(0)
      expect(second).toBeLessThanOrEqual(100)
    }),
    propertyRuns(200),
  )
})

test('offsets are exact', () => {
  expect(offsetText(0)).toBe('+0 ms')
  expect(offsetText(12_345)).toBe('+12,345 ms')
  expect(offsetText(-3)).toBe('−3 ms')
})
