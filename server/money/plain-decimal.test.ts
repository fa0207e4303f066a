import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatAmount } from './amount'
import { plainDecimal } from './plain-decimal'

test.each([
  ['1e-05', '0.00001'],
  ['1.0E-4', '0.0001'],
  ['1.0E7', '10000000'],
  ['1.50e3', '1500'],
  ['1.2345e2', '123.45'],
  ['12.5E+1', '125'],
  ['0.0', '0'],
  ['0e99', '0'],
  ['-1.50', '-1.5'],
  ['5000.1000', '5000.1'],
])('%s is %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})

test.each(['', '1e', 'e5', '.5', '5.', '01', '+1', '0x1', ' 1', 'NaN', '1e400', '1e-400', '1e9999999999'])(
  '%s is none',
  (text) => {
    expect(plainDecimal(text)).toBeNull()
  },
)

test('says what the number says, wherever its point is put', () => {
  const amount = fc.tuple(
    fc.bigInt({ min: 0n, max: 10n ** 15n }),
    fc.integer({ min: 0, max: 18 }),
    fc.integer({ min: -20, max: 20 }),
  )
  fc.assert(
    fc.property(amount, ([units, decimals, shift]) => {
      const plain = formatAmount(units, decimals)
      // This writes the same value with the decimal point moved and an exponent that moves it back.
      const text = `${formatAmount(units, 30)}e${30 - decimals}`
      expect(plainDecimal(text)).toBe(plain)
      expect(plainDecimal(`${plain}e${shift}`)).toBe(plainDecimal(`${plainDecimal(`${plain}e${shift}`)}`))
      expect(Number(plainDecimal(`${plain}e${shift}`))).toBe(Number(`${plain}e${shift}`))
    }),
    propertyRuns(),
  )
})
