import type { ChainFacts } from '@/schemas/chains/contract'
import type { OperatorCtx } from '@/server/ctx'
import { readFromChain } from './read-from-chain'
import { readNodeFacts } from './read-node-facts'
import { findChain } from './registry'
import { callRpcBatch } from './rpc'

/** The current facts of a served EVM chain; null for any other chain. Throws unavailable. */
export async function readFacts(_ctx: OperatorCtx, { chainId }: { chainId: number }): Promise<ChainFacts | null> {
  const chain = await findChain(chainId)
  if (chain?.chainType !== 'EVM' || chain.rpcUrls.length === 0) return null
  return readFromChain(() => readNodeFacts((calls) => callRpcBatch(chain, calls)))
}
