import { z } from 'zod'
import { finalBlockOf } from '@/server/chains/follow-blocks'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'
import { toHex } from './read-headers'
import { quantity } from './read-latest-quantities'

const header = z.object({ number: quantity, hash: z.string() })

type Finality = {
  head: bigint
  /** The last block that can no longer change under the chain's rule. */
  finalBlock: bigint
  /** The hash of each requested block; null if the chain has no block of that number. */
  hashes: (string | null)[]
}

/**
 * The final block of one endpoint and its hashes of these blocks, read in one request. A block that is final there and
 * has the hash that was read is therefore part of the chain. Throws RpcUnavailableError, RpcError.
 */
export async function readFinality(chain: Chain, blocks: readonly bigint[]): Promise<Finality> {
  const tags = chain.finality === 'depth' ? [] : [chain.finality]
  const tagsAndBlocks = [...tags, ...blocks.map(toHex)]
  const [first, ...answers] = await callRpcBatch(chain, [
    { method: 'eth_blockNumber', params: [] },
    ...tagsAndBlocks.map((block) => ({ method: 'eth_getBlockByNumber', params: [block, false] })),
  ])
  const head = readAnswer(quantity, first)
  const headers = answers.map((answer) => readAnswer(header.nullable(), answer))
  const tagged = headers.slice(0, tags.length)[0]?.number ?? null
  const hashes = headers.slice(tags.length).map((found) => found?.hash ?? null)
  return { head, finalBlock: finalBlockOf(chain, head, tagged), hashes }
}
