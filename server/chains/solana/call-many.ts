import type { Chain } from '@/server/chains/registry'
import { callRpcBatch, type RpcAnswer, type RpcCall } from '@/server/chains/rpc'

/**
 * The number of costly calls in one request. The requests are sent together, so that a node works on them in parallel.
 */
const PER_REQUEST = 25

/** Many calls that a node works on for a while each; answers in the order of the calls. Throws RpcUnavailableError. */
export async function callMany(chain: Chain, calls: readonly RpcCall[]): Promise<RpcAnswer[]> {
  const requests = Array.from({ length: Math.ceil(calls.length / PER_REQUEST) }, (_, index) =>
    callRpcBatch(chain, calls.slice(index * PER_REQUEST, (index + 1) * PER_REQUEST)),
  )
  return (await Promise.all(requests)).flat()
}
