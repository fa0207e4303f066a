import { expect, test } from 'vitest'
import { clockText, spokenTimeLeft } from './time-left'

test('the clock counts minutes and seconds down to zero', () => {
  expect(clockText(30 * 60_000)).toBe('30:00')
  expect(clockText(65_400)).toBe('1:06')
  expect(clockText(1)).toBe('0:01')
  expect(clockText(-5_000)).toBe('0:00')
})

test('a screen reader hears of it a few times, not each second', () => {
  const said = Array.from({ length: 1_801 }, (_, second) => spokenTimeLeft((1_800 - second) * 1_000))
  expect([...new Set(said)]).toEqual([
    '',
    'Less than 20 minutes left to pay.',
    'Less than 10 minutes left to pay.',
    'Less than 5 minutes left to pay.',
    'Less than 1 minute left to pay.',
    'The price has expired.',
  ])
})
