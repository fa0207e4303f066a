import { expect, test } from 'vitest'
import { failureLevel } from './failure-level'

test.each([
  [0, 0, 'idle'],
  [9, 0, 'none'],
  [99, 1, 'few'],
  [91, 9, 'few'],
  [90, 10, 'many'],
  [51, 49, 'many'],
  [1, 1, 'most'],
  [0, 3, 'most'],
] as const)('%d that succeeded and %d that failed are shown as %s', (ok, failed, level) => {
  expect(failureLevel({ ok, failed })).toBe(level)
})
