import { readHeadBlock } from './evm/read-headers'
import type { Chain } from './registry'
import { readFinalSlot } from './solana/read-blocks'

/** The newest block of a chain, on Solana the newest finalized slot. Throws RpcUnavailableError, RpcError. */
export async function readHead(chain: Chain): Promise<bigint> {
  return chain.chainType === 'SOLANA' ? readFinalSlot(chain) : readHeadBlock(chain)
}
