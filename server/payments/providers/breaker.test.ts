import { afterEach, expect, test } from 'vitest'
import { closeBreakers, isOpen, recordAnswer, recordNoAnswer } from './breaker'

afterEach(closeBreakers)

const BEGUN = 1_000_000

/** Concurrent calls that begin together and fail a moment later. */
function fail(count: number, begunMs: number): void {
  for (let n = 0; n < count; n++) recordNoAnswer('sandbox', { begunMs, nowMs: begunMs + 20 })
}

test('a provider is paused for five seconds, however many calls were running when it stopped answering', () => {
  fail(40, BEGUN)
  expect(isOpen('sandbox', BEGUN + 4_000)).toBe(true)
  expect(isOpen('sandbox', BEGUN + 5_100)).toBe(false)
})

test('the pause doubles after each failed test call, up to two minutes', () => {
  fail(3, BEGUN)
  let now = BEGUN + 20
  for (const pauseMs of [5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]) {
    expect([pauseMs, isOpen('sandbox', now + pauseMs - 1)]).toEqual([pauseMs, true])
    const begunMs = now + pauseMs
    expect([pauseMs, isOpen('sandbox', begunMs)]).toEqual([pauseMs, false])
    // Other callers are refused during the pause.
    expect(isOpen('sandbox', begunMs + 1)).toBe(true)
    now = begunMs + 30
    recordNoAnswer('sandbox', { begunMs, nowMs: now })
  }
  recordAnswer('sandbox')
  expect(isOpen('sandbox', now)).toBe(false)
})

test('two failures in a row cause no pause', () => {
  fail(2, BEGUN)
  expect(isOpen('sandbox', BEGUN + 20)).toBe(false)
})
