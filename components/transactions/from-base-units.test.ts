import { expect, test } from 'vitest'
import { fromBaseUnits } from './from-base-units'

test.each([
  ['0', 9, '0'],
  ['1500000000', 9, '1.5'],
  ['51435360045', 18, '0.000000051435360045'],
  ['1000000000000000000', 18, '1'],
])('writes %s with %i decimals as %s', (units, decimals, expected) => {
  expect(fromBaseUnits(units, decimals)).toBe(expected)
})
