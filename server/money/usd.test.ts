import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatUsd, usdMicrosDown, usdMicrosUp } from './usd'

test('values whole coins at a feed price', () => {
  expect(usdMicrosUp(10n ** 18n, 18, 2_512_34000000n)).toBe(2_512_340_000n)
  expect(usdMicrosDown(1_000_000n, 6, 100_000_000n)).toBe(1_000_000n)
})

test('rounds a part of a micro-dollar against whoever owes it, and down where it is shown', () => {
  expect(usdMicrosUp(1n, 18, 100_000_000n)).toBe(1n)
  expect(usdMicrosDown(1n, 18, 100_000_000n)).toBe(0n)
  expect(usdMicrosUp(0n, 18, 100_000_000n)).toBe(0n)
})

const units = fc.bigInt({ min: 0n, max: 10n ** 30n })
const price = fc.bigInt({ min: 0n, max: 10n ** 14n })

test('up and down differ by one exactly where something was rounded', () => {
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 18 }), price, (amount, decimals, priceE8) => {
      const up = usdMicrosUp(amount, decimals, priceE8)
      const down = usdMicrosDown(amount, decimals, priceE8)
      const isExact = (amount * priceE8) % (10n ** BigInt(decimals) * 100n) === 0n
      expect(up - down).toBe(isExact ? 0n : 1n)
    }),
    propertyRuns(),
  )
})

test('two parts rounded up cost at least what the whole does', () => {
  fc.assert(
    fc.property(units, units, price, (a, b, priceE8) => {
      expect(usdMicrosUp(a, 18, priceE8) + usdMicrosUp(b, 18, priceE8)).toBeGreaterThanOrEqual(
        usdMicrosUp(a + b, 18, priceE8),
      )
    }),
    propertyRuns(),
  )
})

test.each([
  [0n, '0.00'],
  [12_500_000n, '12.50'],
  [123n, '0.000123'],
  [1_230_000n, '1.23'],
  [1_200_100n, '1.2001'],
  [-12_500_000n, '-12.50'],
  [-1n, '-0.000001'],
])('writes %s micro-dollars as %s', (micros, text) => {
  expect(formatUsd(micros)).toBe(text)
})
