import { expect, test } from 'vitest'
import { addressText } from './contract'

const EVM = '0x52908400098527886E0F7030069857D2E4169EE7'
const SOLANA = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'
const MISTYPED = '0x5AEDA56215b167893e80B4fE645BA6d5Bab767Df'

test.each([
  [undefined, ` ${EVM} `, EVM],
  [undefined, EVM.toLowerCase(), EVM],
  [undefined, SOLANA, SOLANA],
  ['EVM', EVM, EVM],
  ['SOLANA', SOLANA, SOLANA],
] as const)('%s: %j is an address', (chainType, text, address) => {
  expect(addressText(chainType).parse(text)).toBe(address)
})

test.each([
  [undefined, MISTYPED, 'Enter an EVM address (its checksum must match) or a Solana address'],
  [undefined, '', 'Enter an EVM address (its checksum must match) or a Solana address'],
  ['EVM', SOLANA, 'Enter an EVM address (its checksum must match)'],
  ['EVM', MISTYPED, 'Enter an EVM address (its checksum must match)'],
  ['SOLANA', EVM, 'Enter a Solana address'],
  ['SOLANA', SOLANA.slice(4), 'Enter a Solana address'],
] as const)('%s: %j is none', (chainType, text, message) => {
  expect(addressText(chainType).safeParse(text).error?.issues[0]?.message).toBe(message)
})
