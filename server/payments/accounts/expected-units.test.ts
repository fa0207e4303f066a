import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rescaleDown } from '@/server/money/fx'
import { propertyRuns } from '@/server/testing/proof'
import { expectedUnits } from './expected-units'

const QUOTE = { amountMinor: 299_193_601n, amountUsdMicros: 1_930_281_300n }

// Spec 4.6, rule 3: "USD-pegged tokens quote the USD equivalent. cNGN is 1:1 with the naira, so amountExpected is the
// naira amount."
test.each([
  ['a naira token of 6 decimals', 'NGN', 6, 2_991_936_010_000n],
  ['a naira token of 18 decimals', 'NGN', 18, 2_991_936_010_000n * 10n ** 12n],
  ['a naira token without decimals', 'NGN', 0, 2_991_937n],
  ['USDC', 'USD', 6, 1_930_281_300n],
  ['the USDC of BSC', 'USD', 18, 1_930_281_300n * 10n ** 12n],
  ['a dollar token of 2 decimals', 'USD', 2, 193_029n],
] as const)('requests the right units of %s', (_, peg, decimals, units) => {
  expect(expectedUnits({ ...QUOTE, peg, decimals })).toBe(units)
})

test('the requested units are worth at least the quote, and less than one unit more', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 18n })
  const token = fc.record({ peg: fc.constantFrom('USD' as const, 'NGN' as const), decimals: fc.nat(36) })
  fc.assert(
    fc.property(amount, amount, token, (amountMinor, amountUsdMicros, { peg, decimals }) => {
      const units = expectedUnits({ amountMinor, amountUsdMicros, peg, decimals })
      const [owed, scale] = peg === 'NGN' ? [amountMinor, 2] : [amountUsdMicros, 6]
      const back = { from: decimals, to: scale }
      expect(rescaleDown(units, back)).toBeGreaterThanOrEqual(owed)
      const shown = 10n ** BigInt(Math.max(0, decimals - 6))
      expect(units % shown).toBe(0n)
      if (units > shown) expect(rescaleDown(units - shown, back)).toBeLessThan(owed)
    }),
    propertyRuns(),
  )
})
