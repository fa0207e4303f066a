import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { isRetryable, nextWaitMs, parseRetryAfterMs } from './retry-schedule'

const SECONDS = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600, 43_200]
const attempt = fc.integer({ min: 1, max: SECONDS.length })
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('nextWaitMs', () => {
  it('allows nine retries after the first attempt, then ends', () => {
    expect(SECONDS.map((_, index) => nextWaitMs(index + 1, null, 0))).toEqual(SECONDS.map((seconds) => seconds * 1_000))
    fc.assert(
      fc.property(fc.integer({ min: 10, max: 1_000 }), random, (attempts, chance) => {
        expect(nextWaitMs(attempts, 1_000, chance)).toBeNull()
      }),
      propertyRuns(),
    )
  })

  it('adds at most a tenth of jitter', () => {
    fc.assert(
      fc.property(attempt, random, (attempts, chance) => {
        const base = (SECONDS[attempts - 1] ?? 0) * 1_000
        const wait = nextWaitMs(attempts, null, chance) ?? -1
        expect(wait).toBeGreaterThanOrEqual(base)
        expect(wait).toBeLessThanOrEqual(Math.ceil(base * 1.1))
        expect(Number.isInteger(wait)).toBe(true)
      }),
      propertyRuns(),
    )
  })

  it('never waits less after a later attempt, whatever the jitter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: SECONDS.length - 1 }), random, random, (attempts, first, second) => {
        expect(nextWaitMs(attempts + 1, null, second) ?? 0).toBeGreaterThan(nextWaitMs(attempts, null, first) ?? 0)
      }),
      propertyRuns(),
    )
  })

  it('waits as long as the receiver asks, at most twelve hours, and never less than the schedule', () => {
    fc.assert(
      fc.property(attempt, random, fc.integer({ min: 0, max: 10 ** 12 }), (attempts, chance, asked) => {
        const plain = nextWaitMs(attempts, null, chance) ?? 0
        expect(nextWaitMs(attempts, asked, chance)).toBe(Math.max(plain, Math.min(asked, 43_200_000)))
      }),
      propertyRuns(),
    )
  })
})

describe('isRetryable', () => {
  it('tries again after everything but 410, silence included', () => {
    expect(isRetryable(null)).toBe(true)
    for (let status = 300; status < 600; status++) expect(isRetryable(status), String(status)).toBe(status !== 410)
  })
})

describe('parseRetryAfterMs', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  it.each([
    ['7', 7_000],
    [' 7 ', 7_000],
    ['0', 0],
    ['Thu, 01 Jan 2026 00:01:30 GMT', 90_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['-5', null],
    ['1.5', null],
    ['1e3', null],
    ['soon', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %s', (header, expected) => {
    expect(parseRetryAfterMs(header, now)).toBe(expected)
  })
})
