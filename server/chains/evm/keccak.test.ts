import fc from 'fast-check'
import { keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { keccak } from './keccak'

test('hashes every length as the library for single hashes does', () => {
  // 136 bytes are a block of the hash.
  for (const length of [0, 1, 135, 136, 137, 271, 272, 273])
    expect(keccak(new Uint8Array(length))).toEqual(keccak256(new Uint8Array(length), 'bytes'))
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => {
      expect(keccak(bytes)).toEqual(keccak256(bytes, 'bytes'))
    }),
    propertyRuns(),
  )
})

test('hashes a part of a buffer alone', () => {
  const whole = Buffer.from('beforemiddlebehind')
  expect(keccak(whole.subarray(6, 12))).toEqual(keccak256(Buffer.from('middle'), 'bytes'))
})
