import { expect, test } from 'vitest'
import { exactDecimal } from '@/server/money/exact-decimal'
import { requireExactNumbers } from './parse-json'

const body = (number: string) => new TextEncoder().encode(`{"text":"1e400","price":${number}}`)
const price = exactDecimal({ decimals: 6, max: 10n ** 15n, tooMuch: 'is too much' })

test.each([
  ['0.00001', '0.00001'],
  ['1e-05', '0.00001'],
  ['1.0E-4', '0.0001'],
  ['1.0E7', '10000000'],
  ['2500.00', '2500'],
  ['1.23456789012345e5', null],
  ['100000000000000000000', null],
])('a price of %s is taken as %s', (text, decimal) => {
  expect(() => requireExactNumbers(body(text))).not.toThrow()
  const read = price.safeParse(JSON.parse(text))
  expect(read.success ? read.data : null).toBe(decimal)
})

test.each(['0.30000000000000004', '1234567890.1234567', '-0', '-0.0', '-0e5', '1e-400', '1e200'])(
  '%s is not exact',
  (text) => {
    expect(() => requireExactNumbers(body(text))).toThrow(`a number that is not exact: ${text}`)
  },
)
