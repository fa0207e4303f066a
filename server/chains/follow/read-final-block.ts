import type { Chain } from '@/server/chains/registry'
import { readHeadBlock, readHeaders } from '../evm/read-headers'
import { finalBlockOf } from '../follow-blocks'

/** The last block of an EVM chain that can no longer change under its own rule. Throws RpcUnavailableError, RpcError. */
export async function readFinalBlock(chain: Chain): Promise<bigint> {
  const head = await readHeadBlock(chain)
  if (chain.finality === 'depth') return finalBlockOf(chain, head, null)
  const [tagged] = await readHeaders(chain, [chain.finality])
  return finalBlockOf(chain, head, tagged?.number ?? null)
}
