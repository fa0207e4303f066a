import type { Chain } from './registry'
import { type RpcAnswer, type RpcCall, resultOf } from './rpc/answer'
import { readBatch } from './rpc/read-batch'

// biome-ignore lint/performance/noBarrelFile: callers know these by this door; the folder beside it may not import it back
export {
  type RpcAnswer,
  type RpcCall,
  RpcError,
  RpcUnavailableError,
  readAnswer,
  readResult,
  resultOf,
} from './rpc/answer'
export { broadcast, type SendReply } from './rpc/broadcast'
export { callEveryEndpoint, type EndpointAnswers } from './rpc/call-every-endpoint'

/** One call that reads; the next endpoint is asked where one is out of reach. Throws RpcError, RpcUnavailableError. */
export async function callRpc(chain: Chain, method: string, params: unknown[]): Promise<unknown> {
  const [answer] = await callRpcBatch(chain, [{ method, params }])
  return resultOf(answer)
}

/**
 * Many calls that read, answers in the order of the calls, all from one endpoint. Throws RpcUnavailableError when none
 * answers.
 */
export async function callRpcBatch(chain: Chain, calls: RpcCall[]): Promise<RpcAnswer[]> {
  return calls.length === 0 ? [] : readBatch(chain, calls)
}
