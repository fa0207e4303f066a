import type { Chain, ChainEndpoint } from '@/server/chains/registry'
import { isRateLimited, type RpcAnswer, type RpcCall, RpcUnavailableError } from './answer'
import { callEndpoint, postCalls } from './call-endpoint'
import { connectionTo } from './connections'
import { healthOf, recordFailure, recordSuccess } from './endpoint-health'
import { recordHead, toHead } from './heads'
import { rpcRequests, rpcSeconds } from './metrics'

export const HEAD_METHODS = { EVM: 'eth_blockNumber', SOLANA: 'getSlot' } as const

/**
 * Reads from one endpoint and updates its health, latency and head. A rate limit counts as unreachable. Throws
 * RpcUnavailableError.
 */
export async function askEndpoint(
  chain: Chain,
  endpoint: ChainEndpoint,
  calls: RpcCall[],
  timeoutMs?: number,
): Promise<RpcAnswer[]> {
  const answers = await onRecord(chain, endpoint, async () => {
    const found = await callEndpoint(endpoint.url, calls, timeoutMs)
    const limited = found.find(isRateLimited)
    if (limited) throw new RpcUnavailableError(`${endpoint.label} limits us: ${limited.error?.message}`)
    return found
  })
  learnHead(chain, endpoint, calls, answers)
  return answers
}

/**
 * Sends calls to one endpoint in one HTTP request, and returns its answers without judging them. Throws
 * RpcUnavailableError.
 */
export function sendToEndpoint(
  chain: Pick<Chain, 'chainId'>,
  endpoint: ChainEndpoint,
  calls: RpcCall[],
  timeoutMs?: number,
): Promise<RpcAnswer[]> {
  return onRecord(chain, endpoint, () => postCalls(endpoint.url, calls, timeoutMs))
}

async function onRecord(
  { chainId }: Pick<Chain, 'chainId'>,
  endpoint: ChainEndpoint,
  work: () => Promise<RpcAnswer[]>,
): Promise<RpcAnswer[]> {
  const health = healthOf(endpoint)
  const startedAt = performance.now()
  const labels = { chain: String(chainId), endpoint: connectionTo(endpoint.url).host }
  try {
    const answers = await work()
    recordSuccess(health, performance.now() - startedAt)
    rpcRequests.add({ ...labels, outcome: 'answered' })
    return answers
  } catch (error) {
    recordFailure(health, error instanceof Error ? error.message : 'failed')
    rpcRequests.add({ ...labels, outcome: 'failed' })
    throw error
  } finally {
    rpcSeconds.add(labels, (performance.now() - startedAt) / 1_000)
  }
}

function learnHead(chain: Chain, endpoint: ChainEndpoint, calls: RpcCall[], answers: RpcAnswer[]): void {
  const index = calls.findIndex(({ method }) => method === HEAD_METHODS[chain.chainType])
  const head = index < 0 ? null : toHead(answers[index]?.result)
  if (head !== null) recordHead(chain.chainId, healthOf(endpoint), head)
}
