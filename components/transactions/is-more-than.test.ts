import { expect, test } from 'vitest'
import { isMoreThan } from './is-more-than'

test.each([
  ['10', '9.999999', true],
  ['9.999999', '10', false],
  ['0.000000000000000002', '0.000000000000000001', true],
  ['100000000000000000001', '100000000000000000000.5', true],
  ['1.50', '1.5', false],
  ['x', '1', false],
  ['-2', '1', false],
])('%s is more than %s: %s', (decimal, other, isMore) => {
  expect(isMoreThan(decimal, other)).toBe(isMore)
})
