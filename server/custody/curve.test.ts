import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { publicKeyOf, signDigest, tweakedKey } from './curve'

const { Fn } = secp256k1.Point
const digest = fc.uint8Array({ minLength: 32, maxLength: 32 })
const key = fc.bigInt({ min: 1n, max: Fn.ORDER - 1n }).map((number) => Fn.toBytes(number))
const edges = [1n, 2n, Fn.ORDER - 2n, Fn.ORDER - 1n].map((number) => Fn.toBytes(number))

describe('curve', () => {
  it('signs exactly as an independent implementation does: deterministic, s in the lower half, same recovery bit', () => {
    fc.assert(
      fc.property(digest, fc.oneof(key, fc.constantFrom(...edges)), (hash, secret) => {
        const expected = secp256k1.sign(hash, secret, { prehash: false, lowS: true, format: 'recovered' })
        expect(Buffer.from(signDigest(hash, secret))).toEqual(Buffer.from(expected))
      }),
      propertyRuns(),
    )
  })

  it('finds the same public keys and sums', () => {
    fc.assert(
      fc.property(key, key, (secret, tweak) => {
        expect(Buffer.from(publicKeyOf(secret))).toEqual(Buffer.from(secp256k1.getPublicKey(secret, false)))
        fc.pre(Fn.add(Fn.fromBytes(secret), Fn.fromBytes(tweak)) !== 0n)
        const sum = Fn.toBytes(Fn.add(Fn.fromBytes(secret), Fn.fromBytes(tweak)))
        expect(Buffer.from(tweakedKey(secret, tweak))).toEqual(Buffer.from(sum))
      }),
      propertyRuns(25, 100),
    )
  })

  it('refuses a wiped key, a key outside the order and a sum of zero', () => {
    const [one] = edges
    if (!one) throw new Error('no edge')
    for (const bad of [new Uint8Array(32), new Uint8Array(32).fill(255), new Uint8Array(31)]) {
      expect(() => signDigest(new Uint8Array(32), bad)).toThrow()
      expect(() => publicKeyOf(bad)).toThrow()
    }
    expect(() => tweakedKey(one, Fn.toBytes(Fn.ORDER - 1n))).toThrow('zero')
    expect(() => tweakedKey(one, new Uint8Array(32).fill(255))).toThrow()
  })
})
