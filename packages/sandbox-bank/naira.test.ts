import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { formatNaira, parseNaira } from './naira'

test('what is formatted is parsed to the same kobo', () => {
  const kobo = fc.bigInt({ min: 1n, max: 10n ** 18n })
  fc.assert(
    fc.property(kobo, (amount) => {
      expect(parseNaira(formatNaira(amount))).toEqual({ kobo: amount })
    }),
    propertyRuns(),
  )
})

test.each([
  ['5000.10', 500_010n],
  ['0.01', 1n],
  ['31000', 3_100_000n],
])('%s naira are %s kobo', (text, kobo) => {
  expect(parseNaira(text)).toEqual({ kobo })
})

test.each(['', '-1', '+1', '1e3', '007', '.5', '1.', '1,000', ' 1', '1.001', '0', '0.00', '9'.repeat(33)])(
  'refuses %j',
  (text) => {
    expect(parseNaira(text)).toHaveProperty('problem')
  },
)
