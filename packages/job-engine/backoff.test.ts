import { expect, test } from 'vitest'
import { backoffMs, retryAfterMs, unreachableBackoffMs } from './backoff'

test('grows from 15 seconds to two hours, each with up to 30 seconds more', () => {
  for (const [attempt, seconds] of [
    [1, 15],
    [2, 30],
    [3, 60],
    [10, 7200],
    [50, 7200],
  ] as const) {
    const wait = backoffMs(attempt, 1)
    expect(wait).toBeGreaterThanOrEqual(seconds * 1000)
    expect(wait).toBeLessThanOrEqual((seconds + 30) * 1000)
  }
  expect(backoffMs(1, 0.01)).toBeLessThanOrEqual(450)
})

test('holds retry-after between a second and a day', () => {
  const now = Date.parse('2030-01-01T00:00:00.000Z')
  expect(retryAfterMs('0', now)).toBe(1000)
  expect(retryAfterMs('90', now)).toBe(90_000)
  expect(retryAfterMs('999999', now)).toBe(86_400_000)
  expect(retryAfterMs('2030-01-01T00:00:05.000Z', now)).toBe(5000)
  expect(retryAfterMs('later', now)).toBeNull()
})

test('asks an application that is away a few times a second, then once a second', () => {
  expect([0, 300, 5000].map(unreachableBackoffMs)).toEqual([250, 500, 1000])
})
