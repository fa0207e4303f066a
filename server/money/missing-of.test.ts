import { expect, test } from 'vitest'
import { missingOf } from './missing-of'

test.each([
  ['5000', '12.5', '4,987.5 cNGN'],
  ['0.000000000000000003', '0.000000000000000001', '0.000000000000000002 cNGN'],
  ['1', '0', '1 cNGN'],
  ['1', '2', null],
  ['all', '2', null],
])('of %s needed and %s available, %s is missing', (needed, available, missing) => {
  expect(missingOf({ unit: 'cNGN', needed, available })).toBe(missing)
})
