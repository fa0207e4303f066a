import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatDecimal, shortDecimal } from './format-decimal'

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
])('writes %s as %s', (value, shown) => {
  expect(formatDecimal(value)).toBe(shown)
})

it('changes no digit of any amount', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 78n }), fc.stringMatching(/^\d{1,18}$/), (whole, fraction) => {
      expect(formatDecimal(`${whole}.${fraction}`).replaceAll(',', '')).toBe(`${whole}.${fraction}`)
      expect(formatDecimal(`${whole}`)).toMatch(/^\d{1,3}(,\d{3})*$/)
    }),
    propertyRuns(),
  )
})

it.each([
  ['1.234567', '1.234567'],
  ['1.2345678', '1.234567…'],
  ['12345.9999999', '12,345.999999…'],
  ['0.0000001', '0.000000…'],
  ['7', '7'],
])('cuts %s to %s', (value, shown) => {
  expect(shortDecimal(value)).toBe(shown)
})
