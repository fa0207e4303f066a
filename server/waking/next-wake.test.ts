import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { nextWake } from './next-wake'

const NOW = 1_800_000_000_000
const future = fc.integer({ min: 1, max: 13 * 3_600_000 }).map((ms) => new Date(NOW + ms))

it('comes when the work is due, at most a second late', () => {
  fc.assert(
    fc.property(future, (dueAt) => {
      const lateMs = (nextWake('webhooks', dueAt, new Date(NOW)).ts ?? 0) - dueAt.getTime()
      expect(lateMs).toBeGreaterThan(0)
      expect(lateMs).toBeLessThanOrEqual(1_000)
    }),
    propertyRuns(),
  )
})

it('never has an id that an earlier wake-up used for another moment', () => {
  fc.assert(
    fc.property(future, future, (one, other) => {
      const [first, second] = [nextWake('webhooks', one, new Date(NOW)), nextWake('webhooks', other, new Date(NOW))]
      expect(first.id === second.id).toBe(first.ts === second.ts)
      // A moment at or after the first wake-up needs a wake-up of its own.
      if (first.ts !== undefined && other.getTime() >= first.ts) expect(second.id).not.toBe(first.id)
    }),
    propertyRuns(),
  )
})

it('is at once, and not the only one, for what is due already', () => {
  expect(nextWake('webhooks', new Date(NOW), new Date(NOW))).toEqual({})
  expect(nextWake('webhooks', new Date(NOW - 5_000), new Date(NOW))).toEqual({})
})
