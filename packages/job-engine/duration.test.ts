import { expect, test } from 'vitest'
import { durationMs, momentOf } from './duration'

test.each([
  ['2s', 2000],
  ['2h30m10s', 9_010_000],
  ['1w1d', 691_200_000],
  ['1.5s', 1500],
  ['250ms', 250],
])('reads %s', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
})

test.each(['', '5', 'soon', '5x', '-2s'])('refuses "%s"', (text) => {
  expect(() => durationMs(text)).toThrow('is not a duration')
})

test('takes a timer as a span or as a date', () => {
  const now = new Date('2030-01-01T00:00:00.000Z')
  expect(momentOf('1m', now).toISOString()).toBe('2030-01-01T00:01:00.000Z')
  expect(momentOf('2031-05-06T07:08:09.000Z', now).toISOString()).toBe('2031-05-06T07:08:09.000Z')
})
