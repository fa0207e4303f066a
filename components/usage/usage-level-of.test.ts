import { expect, test } from 'vitest'
import { usageLevelOf } from './usage-level-of'

test.each([
  [0, 10, 'plenty', 0],
  [79, 100, 'plenty', 79],
  [80, 100, 'near', 80],
  [999_999_999, 1_000_000_000, 'near', 99],
  [10, 10, 'spent', 100],
  [11, 10, 'spent', 100],
  // A plan may include none at all.
  [0, 0, 'spent', 100],
])('%i of %i is %s, %i percent', (used, limit, level, percent) => {
  expect(usageLevelOf(used, limit)).toEqual({ level, percent })
})
