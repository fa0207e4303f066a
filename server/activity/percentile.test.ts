import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { percentile } from './percentile'

const bucketOf = (ms: number) => Math.floor(4 * Math.log2(ms + 1))

test('a percentile is never below the exact one, and at most a fifth above it', () => {
  const durations = fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 80 })
  fc.assert(
    fc.property(durations, fc.constantFrom(0.5, 0.95), (ms, share) => {
      const histogram = new Map<number, number>()
      for (const one of ms) histogram.set(bucketOf(one), (histogram.get(bucketOf(one)) ?? 0) + 1)
      const exact = ms.toSorted((a, b) => a - b)[Math.max(1, Math.ceil(ms.length * share)) - 1] ?? 0
      const said = percentile(histogram, share) ?? -1
      expect(said).toBeGreaterThanOrEqual(exact)
      expect(said).toBeLessThanOrEqual(exact * 1.2 + 1)
    }),
    propertyRuns(200),
  )
})

test('of nothing there is none', () => {
  expect(percentile(new Map(), 0.5)).toBeNull()
  expect(percentile(new Map([[-1, 3]]), 0.5)).toBeNull()
})
