import { z } from 'zod'
import { quantity } from '@/server/chains/evm/read-at-head'
import { toHex } from '@/server/chains/evm/read-headers'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcError, readResult } from '@/server/chains/rpc'

const block = z.object({
  transactions: z.array(z.looseObject({ hash: z.string(), from: z.string(), nonce: quantity })),
})

/**
 * The hash of the transaction that took a sender's nonce, read out of the block in which the sender's count passed it,
 * within `since` and `to`. A receipt that is missing proves nothing, for an index may be behind; this does. Null where
 * the node does not say: it keeps no state of then, or the nonce was taken earlier. Throws RpcUnavailableError.
 */
export async function findNonceUse(
  chain: Chain,
  { senderAddress, nonce }: { senderAddress: string; nonce: number },
  { since, to }: { since: bigint; to: bigint },
): Promise<string | null> {
  try {
    const isUsedAt = async (number: bigint) => (await countAt(chain, senderAddress, number)) > nonce
    let [unused, used] = [since > 0n ? since : 0n, to]
    if ((await isUsedAt(unused)) || !(await isUsedAt(used))) return null
    while (used - unused > 1n) {
      const middle = (unused + used) / 2n
      if (await isUsedAt(middle)) used = middle
      else unused = middle
    }
    const found = readResult(block.nullable(), await callRpc(chain, 'eth_getBlockByNumber', [toHex(used), true]))
    const sender = senderAddress.toLowerCase()
    const taker = found?.transactions.find((one) => one.from.toLowerCase() === sender && one.nonce === BigInt(nonce))
    return taker?.hash.toLowerCase() ?? null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}

async function countAt(chain: Chain, senderAddress: string, number: bigint): Promise<number> {
  return Number(readResult(quantity, await callRpc(chain, 'eth_getTransactionCount', [senderAddress, toHex(number)])))
}
