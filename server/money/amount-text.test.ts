import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatAmount } from './amount'
import { nairaText, usdPriceText, usdText } from './amount-text'

const readers = [
  ['dollars', usdText({ mayBeZero: true }), 6],
  ['naira', nairaText({ mayBeZero: true }), 2],
  ['prices', usdPriceText({ mayBeZero: true }), 8],
] as const

test.each(readers)('reads %s back as they are written, to the unit', (_, reader, decimals) => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), (units) => {
      expect(reader.parse(` ${formatAmount(units, decimals)} `)).toBe(units)
    }),
    propertyRuns(),
  )
})

const messageOf = (result: ReturnType<ReturnType<typeof usdText>['safeParse']>) => result.error?.issues[0]?.message

test('refuses what is no amount, too fine, too much or nothing', () => {
  const naira = nairaText({ name: 'Price', max: 500n, tooMuch: 'is more than 5 naira' })
  expect(messageOf(naira.safeParse('1.234'))).toBe('Price has more than 2 decimals')
  expect(messageOf(naira.safeParse('5.01'))).toBe('Price is more than 5 naira')
  expect(messageOf(naira.safeParse('0'))).toBe('Price must be greater than zero')
  expect(naira.parse('5')).toBe(500n)
  for (const text of ['', '-1', '+1', '1e3', '0x1', '1,000', 'NaN', '.5', '5.', '007'])
    expect(messageOf(naira.safeParse(text))).toBe('Price must be a plain decimal number')
})
