import { entropyToMnemonic, mnemonicToSeed as mnemonicToSeedOfLibrary } from '@scure/bip39'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '@/server/testing/proof'
import { mnemonicToSeed } from './mnemonic-to-seed'

const hex = async (seed: Promise<Uint8Array>) => Buffer.from(await seed).toString('hex')

it('gives the seed that BIP-39 names for a mnemonic', async () => {
  const mnemonic = `${'abandon '.repeat(11)}about`
  expect(await hex(mnemonicToSeed(mnemonic))).toBe(
    '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
  )
})

it('gives the seed that a wallet’s library gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (entropy) => {
      const mnemonic = entropyToMnemonic(entropy, wordlist)
      expect(await hex(mnemonicToSeed(mnemonic))).toBe(await hex(mnemonicToSeedOfLibrary(mnemonic)))
    }),
    propertyRuns(10, 100),
  )
})
