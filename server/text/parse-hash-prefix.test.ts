import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { parseHashPrefix } from './parse-hash-prefix'
import { parseSearchTerm } from './parse-search-term'

test('reads the beginning of a hash from 8 digits on, with or without 0x, in any case of letters', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 8, maxLength: 63 })
  fc.assert(
    fc.property(digits, (given) => {
      expect(parseHashPrefix(` ${given.toUpperCase()} `)).toBe(`0x${given}`)
      const marked = `0x${given}`
      expect(parseHashPrefix(marked)).toBe(parseSearchTerm(marked) ? null : marked)
    }),
    propertyRuns(),
  )
})

test('a whole hash without 0x is read too', () => {
  expect(parseHashPrefix('ab'.repeat(32))).toBe(`0x${'ab'.repeat(32)}`)
})

test.each([
  '',
  '0x',
  '1234567',
  '0x1234567',
  'ghijklmn',
  `0x${'a'.repeat(40)}`,
  `0x${'a'.repeat(64)}`,
  'a'.repeat(65),
  v7(),
  "12345678'",
])('reads nothing in %j', (text) => expect(parseHashPrefix(text)).toBeNull())
