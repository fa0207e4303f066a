import type { Chain, ChainEndpoint } from './registry'
import { isEndpointFault, type RpcAnswer, type RpcCall, RpcUnavailableError, resultOf } from './rpc/answer'
import { askEndpoint } from './rpc/ask-endpoint'
import { preferEndpoint, readersOf } from './rpc/readers'

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

/**
 * Sends one call that reads. If an endpoint is unreachable, calls the next one. Throws RpcError, RpcUnavailableError.
 */
export async function callRpc(chain: Chain, method: string, params: unknown[]): Promise<unknown> {
  const [answer] = await callRpcBatch(chain, [{ method, params }])
  return resultOf(answer)
}

/** Null means "not known to this node"; a node with newer blocks may know it. */
const MAY_BE_UNKNOWN = new Set([
  'eth_getTransactionReceipt',
  'eth_getTransactionByHash',
  'eth_getBlockReceipts',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'getTransaction',
  'getBlock',
])

/**
 * Sends many calls that read, all to one endpoint, and returns the results in their order. If an endpoint is
 * unreachable or failing, calls the next one. A "not known" counts only if no other usable endpoint knows more. Throws
 * RpcUnavailableError.
 */
export async function callRpcBatch(chain: Chain, calls: RpcCall[]): Promise<RpcAnswer[]> {
  if (calls.length === 0) return []
  const endpoints = await readersOf(chain)
  let failure: unknown
  let troubled: RpcAnswer[] | null = null
  for (const endpoint of endpoints) {
    try {
      const answers = await askEndpoint(chain, endpoint, calls)
      if (endpoints.length === 1) return answers
      if (answers.some(isEndpointFault)) {
        troubled ??= answers
        continue
      }
      preferEndpoint(chain, endpoint)
      const others = endpoints.filter((other) => other !== endpoint)
      return confirmUnknown(chain, { calls, answers, others })
    } catch (error) {
      failure = error
    }
  }
  if (troubled) return troubled
  throw new RpcUnavailableError(`no endpoint of chain ${chain.chainId} answered`, { cause: failure })
}

type Doubt = { calls: RpcCall[]; answers: RpcAnswer[]; others: ChainEndpoint[] }

async function confirmUnknown(chain: Chain, { calls, answers, others }: Doubt): Promise<RpcAnswer[]> {
  const positions = calls.flatMap(({ method }, position) =>
    MAY_BE_UNKNOWN.has(method) && isNull(answers[position]) ? [position] : [],
  )
  if (positions.length === 0) return answers
  const retried = calls.filter((_, position) => positions.includes(position))
  const second = await Promise.all(others.map((other) => askEndpoint(chain, other, retried).catch(() => [])))
  const better = [...answers]
  for (const [index, position] of positions.entries()) {
    const answered = second.map((found) => found[index]).find((answer) => answer && !answer.error && !isNull(answer))
    if (answered) better[position] = answered
  }
  return better
}

function isNull(answer: RpcAnswer | undefined): boolean {
  return answer !== undefined && !answer.error && (answer.result === null || answer.result === undefined)
}
