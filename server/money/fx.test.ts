import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { koboOfUsdDown, koboOfUsdUp, rescaleDown, rescaleUp, usdOfKoboDown, usdOfKoboUp } from './fx'

const RATE = 1_600_00000000n
const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
const rate = fc.bigInt({ min: 1n, max: 10n ** 14n })
const scale = fc.record({ from: fc.integer({ min: 0, max: 18 }), to: fc.integer({ min: 0, max: 18 }) })

test('exchanges whole amounts exactly', () => {
  expect(koboOfUsdUp(1_000_000n, RATE)).toBe(160_000n)
  expect(usdOfKoboDown(160_000n, RATE)).toBe(1_000_000n)
  expect(koboOfUsdUp(1n, RATE)).toBe(1n)
  expect(koboOfUsdDown(1n, RATE)).toBe(0n)
  expect(usdOfKoboUp(1n, RATE)).toBe(7n)
  expect(usdOfKoboDown(1n, RATE)).toBe(6n)
  expect(rescaleUp(123n, { from: 2, to: 6 })).toBe(1_230_000n)
  expect(rescaleUp(1_230_001n, { from: 6, to: 2 })).toBe(124n)
  expect(rescaleDown(1_239_999n, { from: 6, to: 2 })).toBe(123n)
})

test('going there and back never gains anything', () => {
  fc.assert(
    fc.property(amount, rate, scale, (units, per, decimals) => {
      expect(usdOfKoboDown(koboOfUsdDown(units, per), per)).toBeLessThanOrEqual(units)
      expect(koboOfUsdDown(usdOfKoboDown(units, per), per)).toBeLessThanOrEqual(units)
      const { from, to } = decimals
      expect(rescaleDown(rescaleDown(units, decimals), { from: to, to: from })).toBeLessThanOrEqual(units)
    }),
    propertyRuns(),
  )
})

test('who pays what is asked gets at least what was asked for', () => {
  fc.assert(
    fc.property(amount, rate, scale, (units, per, decimals) => {
      expect(usdOfKoboDown(koboOfUsdUp(units, per), per)).toBeGreaterThanOrEqual(units)
      expect(koboOfUsdDown(usdOfKoboUp(units, per), per)).toBeGreaterThanOrEqual(units)
      const { from, to } = decimals
      expect(rescaleDown(rescaleUp(units, decimals), { from: to, to: from })).toBeGreaterThanOrEqual(units)
    }),
    propertyRuns(),
  )
})

test('up and down differ by at most one unit, and payments in parts are credited no more than one', () => {
  fc.assert(
    fc.property(amount, amount, rate, (a, b, per) => {
      for (const [up, down] of [
        [koboOfUsdUp(a, per), koboOfUsdDown(a, per)],
        [usdOfKoboUp(a, per), usdOfKoboDown(a, per)],
      ] as const)
        expect([0n, 1n]).toContain(up - down)
      expect(usdOfKoboDown(a, per) + usdOfKoboDown(b, per)).toBeLessThanOrEqual(usdOfKoboDown(a + b, per))
      expect(koboOfUsdUp(a, per) + koboOfUsdUp(b, per)).toBeGreaterThanOrEqual(koboOfUsdUp(a + b, per))
    }),
    propertyRuns(),
  )
})

test('takes no rate of zero and no negative amount', () => {
  expect(() => koboOfUsdUp(1n, 0n)).toThrow('a rate is above zero')
  expect(() => usdOfKoboDown(1n, -1n)).toThrow('a rate is above zero')
  expect(() => usdOfKoboDown(-1n, RATE)).toThrow('not negative')
  expect(() => koboOfUsdUp(-1n, RATE)).toThrow('not negative')
})
