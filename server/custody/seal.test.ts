import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { seal } from './seal'
import { unseal } from './unseal'

const key = fc.uint8Array({ minLength: 32, maxLength: 32 })
const bytes = fc.uint8Array({ maxLength: 100 })
const binding = fc.dictionary(fc.string({ maxLength: 12 }), fc.string({ maxLength: 40 }), { maxKeys: 4 })

describe('sealed bytes', () => {
  it('open again under the same key and binding, whatever order its pairs have', () => {
    fc.assert(
      fc.property(key, bytes, binding, (k, plaintext, bound) => {
        const turned = Object.fromEntries(Object.entries(bound).reverse())
        expect(Buffer.from(unseal(k, seal(k, plaintext, bound), turned))).toEqual(Buffer.from(plaintext))
      }),
      propertyRuns(),
    )
  })

  it('fail on any flipped bit', () => {
    const k = new Uint8Array(32).fill(1)
    const sealed = seal(k, new Uint8Array(64).fill(2), { business: 'a' })
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Uint8Array.from(sealed)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(() => unseal(k, changed, { business: 'a' })).toThrow('cannot be opened')
    }
  })

  it('fail when cut or lengthened', () => {
    const k = new Uint8Array(32).fill(1)
    const sealed = seal(k, new Uint8Array(8), {})
    for (let length = 0; length < sealed.length; length++) {
      expect(() => unseal(k, sealed.subarray(0, length), {})).toThrow('cannot be opened')
    }
    expect(() => unseal(k, Uint8Array.from([...sealed, 0]), {})).toThrow('cannot be opened')
  })

  it('fail under any other binding', () => {
    fc.assert(
      fc.property(key, bytes, binding, binding, (k, plaintext, bound, other) => {
        fc.pre(JSON.stringify(Object.entries(bound).sort()) !== JSON.stringify(Object.entries(other).sort()))
        expect(() => unseal(k, seal(k, plaintext, bound), other)).toThrow('cannot be opened')
      }),
      propertyRuns(),
    )
  })

  it('fail under any other key, and say nothing of the content', () => {
    fc.assert(
      fc.property(key, key, (k, other) => {
        fc.pre(Buffer.compare(k, other) !== 0)
        const sealed = seal(k, Buffer.from('very secret'), {})
        expect(() => unseal(other, sealed, {})).toThrow(/^sealed value cannot be opened: wrong key, another owner or/)
      }),
      propertyRuns(),
    )
  })

  it('differ each time for the same content', () => {
    const k = new Uint8Array(32)
    expect(seal(k, new Uint8Array(8), {})).not.toEqual(seal(k, new Uint8Array(8), {}))
  })
})
