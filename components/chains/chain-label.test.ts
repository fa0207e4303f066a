import { expect, test } from 'vitest'
import { chainLabel } from './chain-label'

test.each([
  ['Base Sepolia', 'TESTNET', 'Base Sepolia · testnet'],
  ['Base', 'MAINNET', 'Base · mainnet'],
  ['Local mainnet', 'MAINNET', 'Local mainnet'],
  // The word of the other network says nothing about this one.
  ['Old testnet', 'MAINNET', 'Old testnet · mainnet'],
] as const)('%s as a %s is labelled %s', (name, network, label) => expect(chainLabel({ name, network })).toBe(label))
