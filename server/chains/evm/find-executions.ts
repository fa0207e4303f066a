import { z } from 'zod'
import { slipwayDelegateTopics } from '@/contracts/generated/slipway-delegate'
import type { Chain } from '@/server/chains/registry'
import { callRpc, RpcError, readResult } from '@/server/chains/rpc'
import { toHex } from './read-headers'
import { quantity } from './read-latest-quantities'

const EXECUTED = slipwayDelegateTopics['OperationExecuted(bytes32,bool,bytes)']
const FIRST_RANGE = 2_000n
const MAX_CALLS = 64
/** Addresses and ids a call: more, and providers refuse. */
const MAX_PER_QUERY = 50

const hex = z.string().transform((text) => text.toLowerCase())
const logs = z.array(
  z.object({ address: hex, topics: z.array(hex), transactionHash: hex, removed: z.boolean().default(false) }),
)

/** An operation by its wallet and its id, as `toOperationId` makes that. */
type OperationName = { wallet: string; id: string }

/**
 * The transactions that executed operations, by operation id, searched from the newest block back. An id without a
 * transaction was not found within a limited number of calls. Throws RpcUnavailableError, RpcError.
 */
export async function findExecutions(chain: Chain, operations: readonly OperationName[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let from = 0; from < operations.length; from += MAX_PER_QUERY)
    await search(chain, operations.slice(from, from + MAX_PER_QUERY), found)
  return found
}

/** Ranges grow until a node refuses one; from then on they only shrink. */
async function search(chain: Chain, operations: readonly OperationName[], found: Map<string, string>): Promise<void> {
  const walletOf = new Map(operations.map(({ wallet, id }) => [id.toLowerCase(), wallet.toLowerCase()]))
  let last = readResult(quantity, await callRpc(chain, 'eth_blockNumber', []))
  let range = FIRST_RANGE
  let mayGrow = true
  for (let calls = 0; calls < MAX_CALLS && last >= 0n; calls++) {
    const first = last - range + 1n > 0n ? last - range + 1n : 0n
    const read = await readExecuted(chain, { first, last }, walletOf)
    if (read === null) {
      mayGrow = false
      range = range / 4n > 0n ? range / 4n : 1n
      continue
    }
    for (const { address, topics, transactionHash, removed } of read) {
      const id = topics[1] ?? ''
      // Any contract can emit the same event; the wallet's own counts.
      if (!removed && walletOf.get(id) === address) found.set(id, transactionHash)
    }
    if ([...walletOf.keys()].every((id) => found.has(id))) return
    last = first - 1n
    if (mayGrow) range *= 4n
  }
}

/** Null if the node refuses that range of blocks. */
async function readExecuted(
  chain: Chain,
  { first, last }: { first: bigint; last: bigint },
  walletOf: ReadonlyMap<string, string>,
): Promise<z.output<typeof logs> | null> {
  try {
    const address = [...new Set(walletOf.values())]
    const filter = { address, topics: [EXECUTED, [...walletOf.keys()]], fromBlock: toHex(first), toBlock: toHex(last) }
    return readResult(logs, await callRpc(chain, 'eth_getLogs', [filter]))
  } catch (error) {
    if (error instanceof RpcError && first < last) return null
    throw error
  }
}
