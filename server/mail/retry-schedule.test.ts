import { expect, test } from 'vitest'
import { nextMailAttempt } from './retry-schedule'

const HOUR = 3_600_000
const queuedAt = new Date('2026-01-01T00:00:00Z')

test('tries come further and further apart, and end within a day of the first', () => {
  let now = queuedAt
  const waits: number[] = []
  for (let attempts = 1; attempts < 100; attempts++) {
    const next = nextMailAttempt(attempts, { queuedAt, now })
    if (!next) break
    waits.push(next.getTime() - now.getTime())
    now = next
  }
  expect(waits.slice(0, 4)).toEqual([10_000, 40_000, 160_000, 640_000])
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect(waits.at(-1)).toBe(2 * HOUR)
  expect(now.getTime() - queuedAt.getTime()).toBeGreaterThan(21 * HOUR)
  expect(now.getTime() - queuedAt.getTime()).toBeLessThanOrEqual(24 * HOUR)
})
