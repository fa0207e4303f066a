import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import {
  displayAmount,
  displayMoney,
  displayNaira,
  displayUsd,
  exactAmount,
  exactMoney,
  groupDigits,
  padCents,
} from './display-amount'

it.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['1435.06', '1,435.06'],
  ['-1234567.891', '-1,234,567.891'],
  ['0.000000000000000001', '0.000000000000000001'],
  ['1e21', '1e21'],
  ['unlimited', 'unlimited'],
  ['', ''],
])('groups %s as %s', (value, shown) => {
  expect(groupDigits(value)).toBe(shown)
})

it.each([
  ['25530.82192', 'USD', '25,530.82', '25,530.82192'],
  ['8.597989', 'USD', '8.59', '8.597989'],
  ['-8.597989', 'USD', '-8.59', '-8.597989'],
  ['0.99', 'USD', '0.99', '0.99'],
  ['0.01', 'USD', '0.01', '0.01'],
  ['0.008597', 'USD', '0.0085', '0.008597'],
  ['0.000001', 'USD', '0.000001', '0.000001'],
  ['0.00', 'USD', '0.00', '0.00'],
  ['20', 'USD', '20.00', '20.00'],
  ['1000000.5', 'USD', '1,000,000.50', '1,000,000.50'],
  ['75000', 'NGN', '75,000', '75,000'],
  ['75000.00', 'NGN', '75,000', '75,000'],
  ['39525.5', 'NGN', '39,525.50', '39,525.50'],
  ['1557.12345678', 'NGN', '1,557.12', '1,557.12345678'],
  ['1.234567', 'cNGN', '1.234567', '1.234567'],
  ['12345.9999999', 'ETH', '12,345.999999…', '12,345.9999999'],
  ['1.2345670000', 'ETH', '1.234567', '1.234567'],
  ['1234.50', 'USDC', '1,234.5', '1,234.5'],
  ['30.000000', 'USDC', '30', '30'],
  ['0.000000123456', 'ETH', '0.00000012…', '0.000000123456'],
  ['0.000000000000000001', 'ETH', '0.000000000000000001', '0.000000000000000001'],
  ['7', 'SOL', '7', '7'],
  ['unlimited', 'USD', 'unlimited', 'unlimited'],
])('shows %s %s as %s, and exactly as %s', (value, unit, shown, exact) => {
  expect(displayAmount(value, unit)).toBe(shown)
  expect(exactAmount(value, unit)).toBe(exact)
})

it('puts the sign before the currency', () => {
  expect(displayUsd('25530.82192')).toBe('$25,530.82')
  expect(displayUsd('-0.008597')).toBe('-$0.0085')
  expect(displayNaira('39525')).toBe('₦39,525')
  expect(displayNaira('-39525.5')).toBe('-₦39,525.50')
})

it('copies money as banks take it', () => {
  expect(padCents('39525.5', 'NGN')).toBe('39525.50')
  expect(padCents('39525', 'NGN')).toBe('39525')
  expect(padCents('39525.5', 'cNGN')).toBe('39525.5')
  expect(padCents('39525.50', 'cNGN')).toBe('39525.5')
})

it('writes the unit of an amount one way for each kind', () => {
  expect(displayMoney('1234.5', 'USD')).toBe('$1,234.50')
  expect(exactMoney('8.597989', 'USD')).toBe('$8.597989')
  expect(exactMoney('1500000.00', 'NGN')).toBe('₦1,500,000')
  expect(exactMoney('−20', 'USD')).toBe('−$20.00')
  expect(displayMoney('1234.50', 'USDC')).toBe('1,234.5 USDC')
  expect(exactMoney('5', '')).toBe('5')
})

const decimals = fc
  .tuple(fc.bigInt({ min: 0n, max: 10n ** 78n }), fc.stringMatching(/^\d{1,18}$/))
  .map(([whole, fraction]) => `${whole}.${fraction}`)

/** Base units of 18 decimals. */
function unitsOf(shown: string): bigint {
  const [whole = '', fraction = ''] = shown.replace(/[,…]/g, '').split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

it('shows an amount without a change of any digit where it is exact', () => {
  fc.assert(
    fc.property(decimals, fc.constantFrom('USD', 'NGN', 'ETH'), (decimal, unit) => {
      expect(unitsOf(exactAmount(decimal, unit))).toBe(unitsOf(decimal))
      expect(exactAmount(decimal, unit)).toMatch(/^\d{1,3}(,\d{3})*(\.\d+)?$/)
    }),
    propertyRuns(),
  )
})

it('shows never more than there is, and nothing as zero that is not', () => {
  fc.assert(
    fc.property(decimals, fc.constantFrom('USD', 'NGN', 'ETH'), (decimal, unit) => {
      const [shown, exact] = [unitsOf(displayAmount(decimal, unit)), unitsOf(decimal)]
      expect(shown <= exact).toBe(true)
      expect(exact - shown < 10n ** (unit === 'ETH' ? 12n : 16n)).toBe(true)
      expect(shown === 0n).toBe(exact === 0n)
    }),
    propertyRuns(),
  )
})
