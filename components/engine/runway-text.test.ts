import { expect, test } from 'vitest'
import { runwayText } from './runway-text'

test.each([
  [0, '0 days'],
  [1, '1 day'],
  [2, '2 days'],
  [3_649, '3649 days'],
  [3_650, 'Over 10 years'],
])('what is left for %i days is said as %s', (days, text) => {
  expect(runwayText(days)).toBe(text)
})
