import { z } from 'zod'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, readAnswer } from '@/server/chains/rpc'

const hex = z.string().regex(/^0x[0-9a-f]+$/i)
const quantity = hex.transform((text) => BigInt(text))
const header = z.object({ number: quantity, hash: hex, parentHash: hex })
type Header = z.infer<typeof header>

/** The number of the newest block. Throws RpcUnavailableError, RpcError. */
export async function readHeadBlock(chain: Chain): Promise<bigint> {
  const [answer] = await callRpcBatch(chain, [{ method: 'eth_blockNumber', params: [] }])
  return readAnswer(quantity, answer)
}

/**
 * Headers by number or tag, in one batch; null if the node has no such block. Throws RpcUnavailableError, RpcError.
 */
export async function readHeaders(
  chain: Chain,
  blocks: readonly (bigint | 'safe' | 'finalized')[],
): Promise<(Header | null)[]> {
  const answers = await callRpcBatch(
    chain,
    blocks.map((block) => ({
      method: 'eth_getBlockByNumber',
      params: [typeof block === 'bigint' ? toHex(block) : block, false],
    })),
  )
  return answers.map((answer) => readAnswer(header.nullable(), answer))
}

/** A block number as nodes take it. */
export function toHex(block: bigint): string {
  return `0x${block.toString(16)}`
}
