import { z } from 'zod'
import { toHex } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import { readSlotTimes } from '@/server/chains/solana/read-blocks'

const stamped = z.object({
  timestamp: z
    .string()
    .regex(/^0x[0-9a-f]+$/i)
    .transform((text) => Number(BigInt(text))),
})

/**
 * When each of these blocks was made, in seconds. For a slot without a block it is the time of the next one. Throws
 * RpcUnavailableError, RpcError.
 */
export async function readBlockTimes(chain: Chain, blocks: readonly bigint[]): Promise<number[]> {
  if (chain.chainType === 'SOLANA') return readSlotTimes(chain, blocks)
  const answers = await callRpcBatch(
    chain,
    blocks.map((block) => ({ method: 'eth_getBlockByNumber', params: [toHex(block), false] })),
  )
  return answers.map((answer, n) => {
    const head = readAnswer(stamped.nullable(), answer)
    if (head === null) throw new RpcUnavailableError(`block ${blocks[n]} is missing`)
    return head.timestamp
  })
}

/**
 * The first block, none above `highest`, that was made at a moment or later; `highest + 1` where none was. Throws
 * RpcUnavailableError, RpcError.
 */
export async function findBlockAt(chain: Chain, seconds: number, highest: bigint): Promise<bigint> {
  let [low, high] = [0n, highest + 1n]
  while (low < high) {
    const middle = (low + high) / 2n
    const [time = 0] = await readBlockTimes(chain, [middle])
    if (time < seconds) low = middle + 1n
    else high = middle
  }
  return low
}
