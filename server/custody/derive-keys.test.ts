import { inspect } from 'node:util'
import { base58 } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import fc from 'fast-check'
import { HDKey as Slip10Key } from 'micro-key-producer/slip10.js'
import { bytesToHex, hexToBytes, recoverAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { derivationPath } from './derivation-path'
import { deriveKeys } from './derive-keys'

const JUNK = mnemonicToSeedSync('test test test test test test test test test test test junk')

describe('deriveKeys', () => {
  it.each([
    [0, '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'],
    [1, '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'],
    [2, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
    [9, '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'],
  ])('gives the published EVM address %i of the test mnemonic', (index, address) => {
    expect(deriveKeys(JUNK).evm(index).address).toBe(address)
  })

  it.each([
    // The addresses the Solana and Phantom wallets show for this BIP-39 mnemonic.
    [0, 'HAgk14JpMQLgt6rVgv7cBQFJWFto5Dqxi472uT3DKpqk'],
    [1, 'Hh8QwFUA6MtVu1qAoq12ucvFHNwCcVTV7hpWjeY1Hztb'],
  ])('gives the published Solana address %i of a known mnemonic', (index, address) => {
    const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`)
    expect(deriveKeys(seed).solanaAddress(index)).toBe(address)
  })

  it('agrees with a plain walk along the stored paths', () => {
    const keys = deriveKeys(JUNK)
    for (const index of [0, 7, 2 ** 31 - 1]) {
      const solana = Slip10Key.fromMasterSeed(JUNK).derive(derivationPath('SOLANA', index))
      expect(keys.solanaAddress(index)).toBe(base58.encode(solana.publicKeyRaw))
      const evm = HDKey.fromMasterSeed(JUNK).derive(derivationPath('EVM', index)).privateKey ?? new Uint8Array()
      expect(keys.evm(index).address).toBe(privateKeyToAddress(bytesToHex(evm)))
    }
  })

  it('agrees with the library at any index of any seed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 64, maxLength: 64 }), fc.nat({ max: 2 ** 31 - 1 }), (seed, index) => {
        const evm = HDKey.fromMasterSeed(seed).derive(derivationPath('EVM', index)).privateKey ?? new Uint8Array()
        expect(deriveKeys(seed).evm(index).address).toBe(privateKeyToAddress(bytesToHex(evm)))
        const solana = Slip10Key.fromMasterSeed(seed).derive(derivationPath('SOLANA', index))
        expect(deriveKeys(seed).solana(index).address).toBe(base58.encode(solana.publicKeyRaw))
      }),
      propertyRuns(25, 100),
    )
  })

  it('passes the ed25519 vector 1 of SLIP-10 underneath', () => {
    const node = Slip10Key.fromMasterSeed(hexToBytes('0x000102030405060708090a0b0c0d0e0f')).derive("m/0'/1'")
    expect(bytesToHex(node.privateKey)).toBe('0xb1d0bad404bf35da785a64ca1ac54b2617211d2777696fbffaf208f746ae84f2')
    expect(bytesToHex(node.publicKeyRaw)).toBe('0x1932a5270f335bed617d5b935c80aedb1a35bd9fc1e31acafd5372c30f5c1187')
  })

  it('passes vector 2 of BIP-32 underneath', () => {
    const seed =
      '0xfffcf9f6f3f0edeae7e4e1dedbd8d5d2cfccc9c6c3c0bdbab7b4b1aeaba8a5a29f9c999693908d8a8784817e7b7875726f6c696663605d5a5754514e4b484542'
    expect(HDKey.fromMasterSeed(hexToBytes(seed)).derive('m/0').publicExtendedKey).toBe(
      'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH',
    )
  })

  it('signs so that the address is recovered, with a low s, and the same each time', async () => {
    const signer = deriveKeys(JUNK).evm(3)
    const digest = new Uint8Array(32).fill(5)
    const signature = signer.sign(digest)
    expect(signer.sign(digest)).toEqual(signature)
    const [r, s] = [bytesToHex(signature.subarray(1, 33)), bytesToHex(signature.subarray(33))]
    expect(BigInt(s) <= 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n).toBe(true)
    const recovered = await recoverAddress({ hash: digest, signature: { r, s, yParity: signature[0] ?? 0 } })
    expect(recovered).toBe(signer.address)
  })

  it('signs Solana messages as the library does, of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_500 }), fc.nat({ max: 3 }), (message, index) => {
        const signer = deriveKeys(JUNK).solana(index)
        const key = Slip10Key.fromMasterSeed(JUNK).derive(derivationPath('SOLANA', index))
        expect(signer.address).toBe(base58.encode(key.publicKeyRaw))
        expect(bytesToHex(signer.sign(message))).toBe(bytesToHex(key.sign(message)))
      }),
      propertyRuns(20, 100),
    )
  })

  it('refuses indices outside the tree', () => {
    const keys = deriveKeys(JUNK)
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN]) {
      expect(() => keys.evm(index)).toThrow('address index')
      expect(() => keys.solanaAddress(index)).toThrow('address index')
      expect(() => keys.solana(index)).toThrow('address index')
    }
  })

  it('is useless once wiped, also a signer taken before', () => {
    const keys = deriveKeys(JUNK)
    const signer = keys.evm(0)
    const solana = keys.solana(0)
    keys.wipe()
    expect(() => solana.sign(new Uint8Array(32))).toThrow('wiped')
    expect(() => keys.solana(1)).toThrow('wiped')
    expect(() => keys.evm(1)).toThrow('wiped')
    expect(() => keys.solanaAddress(1)).toThrow('wiped')
    expect(() => signer.sign(new Uint8Array(32).fill(1))).toThrow()
  })

  it('shows no key material when printed or turned into JSON', () => {
    const keys = deriveKeys(JUNK)
    const key = HDKey.fromMasterSeed(JUNK).derive(derivationPath('EVM', 0)).privateKey ?? new Uint8Array()
    const shown = [keys, keys.evm(0), keys.solana(0)].map(
      (value) => inspect(value, { depth: 9, showHidden: true }) + JSON.stringify(value),
    )
    for (const form of [bytesToHex(key).slice(2), [...key].join(', '), [...key].join(',')]) {
      expect(shown.join()).not.toContain(form)
    }
  })
})
