import { z } from 'zod'
import { oncePerProcess } from '@/db/once-per-process'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcCall, readAnswer } from '@/server/chains/rpc'

export const quantity = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((text) => (text === '0x' ? 0n : BigInt(text)))

export const bytes = z.string().regex(/^0x([0-9a-f]{2})*$/i)

/** The limit of cached answers, for a chain without new blocks. */
const MAX_ANSWERS = 20_000

type Memory = { head: bigint; answers: Map<string, bigint> }
const memories = oncePerProcess('at-head', () => new Map<number, Memory>())

const HEAD: RpcCall = { method: 'eth_blockNumber', params: [] }

/**
 * Quantities at the latest block (balances, counts), in the order of `calls`. They change only with a block, so each is
 * requested once per block. Throws RpcUnavailableError, RpcError.
 */
export async function readLatestQuantities(chain: Chain, calls: RpcCall[]): Promise<bigint[]> {
  const keys = calls.map(({ method, params }) => `${method} ${JSON.stringify(params)}`)
  const memory = await memoryOf(chain)
  const missing = [...new Map(keys.map((key, index) => [key, calls[index] ?? HEAD]))].filter(
    ([key]) => !memory.answers.has(key),
  )
  if (missing.length > 0) {
    const answers = await callRpcBatch(
      chain,
      missing.map(([, call]) => call),
    )
    const read = new Map(missing.map(([key], index) => [key, readAnswer(quantity, answers[index])]))
    const found = keys.map((key) => read.get(key) ?? memory.answers.get(key) ?? 0n)
    if (memory.answers.size + read.size > MAX_ANSWERS) memory.answers.clear()
    for (const [key, answer] of read) memory.answers.set(key, answer)
    return found
  }
  return keys.map((key) => memory.answers.get(key) ?? 0n)
}

/**
 * The answers that are cached for the latest block. The block number is read first, so that no answer is older than its
 * block.
 */
async function memoryOf(chain: Chain): Promise<Memory> {
  const [answer] = await callRpcBatch(chain, [HEAD])
  const head = readAnswer(quantity, answer)
  const remembered = memories.get(chain.chainId)
  if (remembered?.head === head) return remembered
  const memory = { head, answers: new Map<string, bigint>() }
  memories.set(chain.chainId, memory)
  return memory
}
