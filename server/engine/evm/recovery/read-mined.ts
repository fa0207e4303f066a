import { z } from 'zod'
import { toHex } from '@/server/chains/evm/read-headers'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { type SignedTransaction, toSignedTransaction } from '@/server/chains/evm/signed-transaction'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'

const BLOCKS_AT_ONCE = 10n

export type BlockRange = { first: bigint; last: bigint }

const block = z.object({
  number: quantity,
  transactions: z.array(z.looseObject({ from: z.string().transform((text) => text.toLowerCase()) })),
})

/**
 * Every transaction of these senders in a range of blocks, in chain order. Throws RpcUnavailableError, also for a
 * missing block, and RpcError.
 */
export async function readMined(
  chain: Chain,
  { first, last }: BlockRange,
  senders: ReadonlySet<string>,
): Promise<SignedTransaction[]> {
  const senderKeys = new Set([...senders].map((address) => address.toLowerCase()))
  const mined: SignedTransaction[] = []
  for (let from = first; from <= last; from += BLOCKS_AT_ONCE) {
    const to = from + BLOCKS_AT_ONCE - 1n < last ? from + BLOCKS_AT_ONCE - 1n : last
    mined.push(...(await readSome(chain, { first: from, last: to }, senderKeys)))
  }
  return mined
}

async function readSome(
  chain: Chain,
  { first, last }: BlockRange,
  senderKeys: ReadonlySet<string>,
): Promise<SignedTransaction[]> {
  const numbers = Array.from({ length: Number(last - first) + 1 }, (_, index) => first + BigInt(index))
  const answers = await callRpcBatch(
    chain,
    numbers.map((number) => ({ method: 'eth_getBlockByNumber', params: [toHex(number), true] })),
  )
  return answers.flatMap((answer, index) => {
    const found = readAnswer(block.nullable(), answer)
    if (found === null || found.number !== numbers[index])
      throw new RpcUnavailableError(`a node lacks block ${numbers[index]}`)
    return found.transactions.filter(({ from }) => senderKeys.has(from)).map(requireSigned)
  })
}

/** Throws instead of skipping a transaction: a skipped one would be an unknown payment. */
function requireSigned(reported: Record<string, unknown>): SignedTransaction {
  const signed = toSignedTransaction(reported)
  if (!signed)
    throw new RpcUnavailableError(`a node reported a transaction under another hash: ${String(reported.hash)}`)
  return signed
}
