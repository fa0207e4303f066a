import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatAmount, parseAmount } from './amount'

test('reads back every amount it writes, to the unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }), fc.integer({ min: 0, max: 36 }), (units, decimals) => {
      expect(parseAmount(formatAmount(units, decimals), decimals)).toEqual({ units })
    }),
    propertyRuns(),
  )
})

test.each([
  '',
  ' 1',
  '1 ',
  '-1',
  '+1',
  '1e3',
  '1E3',
  '.5',
  '5.',
  '0x10',
  '1,000',
  'NaN',
  'Infinity',
  '007',
  '1.2.3',
  '١',
])('refuses %j', (text) => {
  expect(parseAmount(text, 6)).toEqual({ problem: 'must be a plain decimal number' })
})

test('refuses zero, surplus decimals and what no uint256 holds', () => {
  expect(parseAmount('0', 6)).toEqual({ problem: 'must be greater than zero' })
  expect(parseAmount('0.000000', 6)).toEqual({ problem: 'must be greater than zero' })
  expect(parseAmount('1.0000001', 6)).toEqual({ problem: 'has more than 6 decimals' })
  expect(parseAmount('9'.repeat(78), 0)).toEqual({ problem: 'is too large' })
})
