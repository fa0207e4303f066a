import { expect, test } from 'vitest'
import { targetText } from './target-text'

test.each([
  ['wallet.generate', 'EVM 3-3', 'EVM wallet 3'],
  ['wallet.generate', 'SOLANA 0-11', 'Solana wallets 0 to 11'],
  ['wallet.generate', 'anything else', 'anything else'],
  ['rate.set', 'NGN/USD', 'NGN/USD'],
  ['member.invited', 'EVM 3-3', 'EVM 3-3'],
])('%s of %s has the target %s', (action, target, text) => {
  expect(targetText({ action, target })).toBe(text)
})
