import { z } from 'zod'
import { toHex } from '@/server/chains/evm/read-headers'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcError, readResult } from '@/server/chains/rpc'

const block = z.object({
  transactions: z.array(z.looseObject({ hash: z.string(), from: z.string(), nonce: quantity })),
})

/**
 * The hash of the transaction that used a sender's nonce. Searches the blocks from `since` to `to`, and then earlier
 * ones, for the one in which the sender's transaction count passed the nonce. A missing receipt proves nothing, because
 * the index of a node may lag; this block does. Null if the node no longer has the state of these blocks. Throws
 * RpcUnavailableError.
 */
export async function findNonceUse(
  chain: Chain,
  { senderAddress, nonce }: { senderAddress: string; nonce: number },
  { since, to }: { since: bigint; to: bigint },
): Promise<string | null> {
  try {
    const isUsedAt = async (number: bigint) => (await countAt(chain, senderAddress, number)) > nonce
    let [unused, used] = [since > 0n ? since : 0n, to]
    if (!(await isUsedAt(used))) return null
    // Blocks may have come much faster than the chain's average: each step back is twice the one before.
    for (let step = used - unused + 1n; await isUsedAt(unused); step *= 2n) {
      if (unused === 0n) return null
      used = unused
      unused = unused > step ? unused - step : 0n
    }
    while (used - unused > 1n) {
      const middle = (unused + used) / 2n
      if (await isUsedAt(middle)) used = middle
      else unused = middle
    }
    const found = readResult(block.nullable(), await callRpc(chain, 'eth_getBlockByNumber', [toHex(used), true]))
    const sender = senderAddress.toLowerCase()
    const user = found?.transactions.find((one) => one.from.toLowerCase() === sender && one.nonce === BigInt(nonce))
    return user?.hash.toLowerCase() ?? null
  } catch (error) {
    if (error instanceof RpcError) return null
    throw error
  }
}

async function countAt(chain: Chain, senderAddress: string, number: bigint): Promise<number> {
  return Number(readResult(quantity, await callRpc(chain, 'eth_getTransactionCount', [senderAddress, toHex(number)])))
}
