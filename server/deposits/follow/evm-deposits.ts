import { z } from 'zod'
import { readFinality } from '@/server/chains/evm/read-finality'
import { quantity } from '@/server/chains/evm/read-latest-quantities'
import { FULL_BLOCKS } from '@/server/chains/evm/read-log-range'
import { readProvenBlocks } from '@/server/chains/follow/read-proven-range'
import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, RpcUnavailableError, readAnswer } from '@/server/chains/rpc'
import type { Arrival, DepositReader } from './deposit-reader'
import { depositLogFilter, findArrivals } from './find-arrivals'

const receipt = z.object({ status: quantity, blockHash: z.string() })

/** EVM chains: full blocks to the head and the `Transfer`s of all known tokens, the logs proven by the headers. */
export const evmDeposits: DepositReader = {
  findFirst: async (_chain, from) => from,
  readFinality,
  async readBlocks(chain, { after, upTo, most }) {
    const first = after.head + 1n
    const longest = first + BigInt(most) - 1n
    const last = upTo < longest ? upTo : longest
    const range = await readProvenBlocks(chain, { after, first, last, filter: depositLogFilter(chain) }, FULL_BLOCKS)
    if (!range) return null
    const arrivals = findArrivals(chain, range)
    return {
      blocks: range.heads,
      readTo: last,
      recipients: new Set(arrivals.map(({ to }) => to)),
      arrivalsTo: (wallets) =>
        withoutFailed(
          chain,
          arrivals.filter(({ to }) => wallets.has(to)),
        ),
    }
  },
}

/** A failed transaction moved no coins, and a block does not show which transactions failed. */
async function withoutFailed(chain: Chain, arrivals: readonly Arrival[]): Promise<Arrival[]> {
  const natives = [...new Set(arrivals.filter(({ token }) => token === null).map(({ txHash }) => txHash))]
  const answers = await callRpcBatch(
    chain,
    natives.map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
  )
  const receipts = new Map(natives.map((hash, n) => [hash, readAnswer(receipt.nullable(), answers[n])]))
  return arrivals.filter(({ token, txHash, blockHash }) => {
    if (token !== null) return true
    const found = receipts.get(txHash)
    if (found?.blockHash !== blockHash) throw new RpcUnavailableError(`the receipt of ${txHash} is not of its block`)
    return found.status === 1n
  })
}
