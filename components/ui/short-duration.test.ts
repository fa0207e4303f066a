import { expect, it } from 'vitest'
import { shortDuration } from './short-duration'

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_249, '1.2 s'],
  [9_949, '9.9 s'],
  [59_999, '59 s'],
  [3_599_999, '59 min'],
  [86_399_999, '23 h'],
  [5 * 86_400_000, '5 d'],
])('says %d ms as %s', (ms, text) => {
  expect(shortDuration(ms)).toBe(text)
})
