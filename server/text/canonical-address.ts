import { base58 } from '@scure/base'
import { getAddress, isAddress } from 'viem'
import type { ChainType } from './chain-type'

/** The form addresses are stored in, or null for text that is no address of the chain type. */
export function canonicalAddress(chainType: ChainType, text: string): string | null {
  if (chainType === 'EVM') return isAddress(text) ? getAddress(text) : null
  return isSolanaAddress(text) ? text : null
}

function isSolanaAddress(text: string): boolean {
  if (text.length < 32 || text.length > 44) return false
  try {
    return base58.decode(text).length === 32
  } catch {
    return false
  }
}
