import { setImmediate } from 'node:timers/promises'
import type { ChainType } from '@/server/text/chain-type'
import type { OpenedSeed } from './opened-seed'
import { keysOf } from './seed-keys'

type Range = { chainType: ChainType; firstIndex: number; count: number }

/** A pause for other work of the process after this many addresses. */
const ADDRESSES_PER_TURN = 25

/** The public addresses of an opened seed: `count` indices from `firstIndex` on: EIP-55 for EVM, base58 for Solana. */
export async function deriveAddresses(seed: OpenedSeed, { chainType, firstIndex, count }: Range): Promise<string[]> {
  const keys = keysOf(seed)
  const addresses: string[] = []
  while (addresses.length < count) {
    if (addresses.length > 0 && addresses.length % ADDRESSES_PER_TURN === 0) await setImmediate()
    const index = firstIndex + addresses.length
    addresses.push(chainType === 'EVM' ? keys.evm(index).address : keys.solanaAddress(index))
  }
  return addresses
}
