import { base58 } from '@scure/base'
import fc from 'fast-check'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { parseSearchTerm } from './parse-search-term'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

test('tells ids, hashes and addresses of both families apart, in whatever spelling', () => {
  fc.assert(
    fc.property(bytes(32), bytes(20), bytes(64), (long, short, signature) => {
      const id = v7()
      expect(parseSearchTerm(` ${id.toUpperCase()} `)).toEqual({ by: 'id', value: id })
      expect(parseSearchTerm(`0x${hex(long).toUpperCase()}`)).toEqual({ by: 'hash', value: `0x${hex(long)}` })
      expect(parseSearchTerm(`0x${hex(long)}:12:3`)).toEqual({ by: 'hash', value: `0x${hex(long)}` })
      expect(parseSearchTerm(`0x${hex(short)}`)).toMatchObject({ by: 'address' })
      expect(parseSearchTerm(`0x${hex(short)}`)?.value.toLowerCase()).toBe(`0x${hex(short)}`)
      expect(parseSearchTerm(base58.encode(long))).toEqual({ by: 'address', value: base58.encode(long) })
      expect(parseSearchTerm(base58.encode(signature))).toEqual({ by: 'hash', value: base58.encode(signature) })
    }),
    propertyRuns(),
  )
})

test('reads the URL of a receiver and the number of a bank account', () => {
  expect(parseSearchTerm(' https://a.example:8443/hook?x=1 ')).toEqual({
    by: 'url',
    value: 'https://a.example:8443/hook?x=1',
  })
  expect(parseSearchTerm('0123456789')).toEqual({ by: 'accountNumber', value: '0123456789' })
  expect(parseSearchTerm('012345678')).toBeNull()
  expect(parseSearchTerm('https://')).toBeNull()
})

test.each(['', ' ', 'Acme', '0x12', `0x${'g'.repeat(40)}`, '019a6b3e', `0x${'a'.repeat(63)}`, 'l'.repeat(44), ':0x'])(
  'reads nothing in %j',
  (text) => expect(parseSearchTerm(text)).toBeNull(),
)
