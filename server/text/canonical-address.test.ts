import fc from 'fast-check'
import { getAddress, isAddress } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { canonicalAddress } from './canonical-address'

const hex = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: length, maxLength: length })

test('an EVM address is judged and written as viem does it', () => {
  const small = hex(40).map((text) => `0x${text.toLowerCase()}` as const)
  const texts = fc.oneof(
    small,
    small.map((text) => getAddress(text)),
    hex(40).map((text) => `0x${text}`),
    small.map((text) => `0x${text.slice(2).toUpperCase()}`),
    hex(39).map((text) => `0x${text}`),
    small.map((text) => `0X${text.slice(2)}`),
    small.map((text) => `${text}\n`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      expect(canonicalAddress('EVM', text)).toBe(isAddress(text) ? getAddress(text) : null)
    }),
    propertyRuns(),
  )
})
