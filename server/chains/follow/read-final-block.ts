import { readHeaders } from '@/server/chains/evm/read-headers'
import { finalBlockOf } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import { newestHead } from './watch-head'

/**
 * The last block of a chain that can no longer change under the chain's own rule; on Solana its slot. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readFinalBlock(chain: Chain): Promise<bigint> {
  const head = await newestHead(chain)
  if (chain.chainType === 'SOLANA') return head
  if (chain.finality === 'depth') return finalBlockOf(chain, head, null)
  const [tagged] = await readHeaders(chain, [chain.finality])
  return finalBlockOf(chain, head, tagged?.number ?? null)
}
