import type { ChainFacts } from '@/schemas/chains/contract'
import type { OperatorCtx } from '@/server/ctx'
import { askChain } from './ask-chain'
import { askFacts } from './ask-facts'
import { findChain } from './registry'
import { callRpcBatch } from './rpc'

/** The current facts of a served EVM chain; null for any other chain. Throws unavailable. */
export async function readFacts(_ctx: OperatorCtx, { chainId }: { chainId: number }): Promise<ChainFacts | null> {
  const chain = await findChain(chainId)
  if (chain?.chainType !== 'EVM' || chain.rpcUrls.length === 0) return null
  return askChain(() => askFacts((calls) => callRpcBatch(chain, calls)))
}
