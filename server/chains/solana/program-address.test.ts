import { Keypair, PublicKey } from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { isOnCurve, programAddress } from './program-address'
import { PROGRAMS } from './programs'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const textOf = (bytes: Uint8Array) => new PublicKey(bytes).toBase58()

describe('addresses of programs, as @solana/web3.js finds them', () => {
  it('tells keys from addresses that have none', () => {
    fc.assert(
      fc.property(bytes32, (bytes) => {
        expect(isOnCurve(textOf(bytes))).toBe(PublicKey.isOnCurve(bytes))
      }),
      propertyRuns(200),
    )
    expect(isOnCurve(Keypair.generate().publicKey.toBase58())).toBe(true)
  })

  it.each([
    ['zero', 0, 0],
    ['one', 1, 0],
    ['a coordinate above the field', 0xff, 0xff],
    ['the field itself', 0xed, 0x7f],
    ['the sign bit alone', 0, 0x80],
    ['one with the sign bit, which is a point without x', 1, 0x80],
  ])('agrees on %s', (_, first, last) => {
    const bytes = new Uint8Array(32).fill(first === 0xed || first === 0xff ? 0xff : 0)
    bytes[0] = first
    bytes[31] = last
    expect(isOnCurve(textOf(bytes))).toBe(PublicKey.isOnCurve(bytes))
  })

  it('finds the address that seeds of a program lead to', () => {
    fc.assert(
      fc.property(fc.array(bytes32, { maxLength: 4 }), bytes32, (seeds, program) => {
        const [expected] = PublicKey.findProgramAddressSync(seeds, new PublicKey(program))
        expect(programAddress(seeds.map(textOf), textOf(program))).toBe(expected.toBase58())
      }),
      propertyRuns(50),
    )
    const [system] = PublicKey.findProgramAddressSync([], new PublicKey(PROGRAMS.system))
    expect(programAddress([], PROGRAMS.system)).toBe(system.toBase58())
  })
})
