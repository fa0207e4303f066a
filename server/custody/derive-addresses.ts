import { setImmediate } from 'node:timers/promises'
import type { Database } from '@/db/client'
import type { ChainType } from '@/server/text/chain-type'
import { openSeed } from './open-seed'

type Range = { businessId: string; seedId: string; chainType: ChainType; firstIndex: number; count: number }

/** A pause for other work of the process after this many addresses. */
const ADDRESSES_PER_TURN = 25

/** The public addresses of `count` indices from `firstIndex` on: EIP-55 for EVM, base58 for Solana. */
export async function deriveAddresses(ctx: { db: Database }, range: Range): Promise<string[]> {
  const addresses: string[] = []
  while (addresses.length < range.count) {
    if (addresses.length > 0 && addresses.length % ADDRESSES_PER_TURN === 0) await setImmediate()
    const keys = await openSeed(ctx, range)
    const index = range.firstIndex + addresses.length
    addresses.push(range.chainType === 'EVM' ? keys.evm(index).address : keys.solanaAddress(index))
  }
  return addresses
}
