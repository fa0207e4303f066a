import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { validateAmount } from './validate-amount'

test('takes every amount that its unit can hold, with blanks around it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 1, max: 18 }), (units, decimals) => {
      const digits = units.toString().padStart(decimals + 1, '0')
      const typed = ` ${digits.slice(0, -decimals)}.${digits.slice(-decimals)} `
      expect(validateAmount(typed, { decimals })).toBe(true)
      expect(validateAmount(`${typed.trim()}1`, { decimals })).toBe(`Amount has more than ${decimals} decimals`)
    }),
    propertyRuns(),
  )
})

test.each([
  ['', {}, 'Enter an amount'],
  [' ', { optional: true }, true],
  ['0', {}, 'Amount must be greater than zero'],
  ['0.00', { mayBeZero: true }, true],
  ['1,5', {}, 'Enter an amount such as 250 or 250.50'],
  ['-1', { mayBeZero: true }, 'Enter an amount such as 250 or 250.50'],
  ['1e3', {}, 'Enter an amount such as 250 or 250.50'],
  ['007', {}, 'Enter an amount such as 250 or 250.50'],
])('%j with %j: %j', (text, request, verdict) => {
  expect(validateAmount(text, { decimals: 6, ...request })).toBe(verdict)
})
