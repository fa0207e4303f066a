import { setTimeout as pause } from 'node:timers/promises'
import type { Chain, ChainEndpoint } from '@/server/chains/registry'
import type { RpcAnswer, RpcCall } from './answer'
import { askEndpoint, HEAD_METHODS } from './ask-endpoint'
import { toHead } from './heads'
import { verifyEndpoint } from './verify-endpoint'

/** The results of one endpoint, at block `head` or later; null if it cannot be called or does not answer. */
export type EndpointAnswers = { endpoint: string; head: bigint | null; answers: RpcAnswer[] | null }

/**
 * Sends the same calls to every full endpoint, for verdicts that need agreement. Returns one entry per endpoint, by
 * label, in order of priority; endpoints of another chain and unreachable ones have null answers. With `graceMs`, so
 * do endpoints that have not answered that long after the first. Never throws.
 */
export function callEveryEndpoint(chain: Chain, calls: RpcCall[], graceMs?: number): Promise<EndpointAnswers[]> {
  const full = chain.endpoints.filter(({ role }) => role === 'full')
  // The head is read first: the other answers of the same request are at least as new.
  const allCalls = [{ method: HEAD_METHODS[chain.chainType], params: [] }, ...calls]
  const responses = full.map((endpoint) => callEndpoint(chain, endpoint, allCalls))
  if (graceMs === undefined || full.length < 2) return Promise.all(responses)
  const first = Promise.any(responses.map(requireAnswers)).catch(() => null)
  const tooLate = first.then(() => pause(graceMs, null, { ref: false }))
  return Promise.all(
    responses.map(async (response, index) => {
      const label = full[index]?.label ?? ''
      return (await Promise.race([response, tooLate])) ?? { endpoint: label, head: null, answers: null }
    }),
  )
}

async function requireAnswers(response: Promise<EndpointAnswers>): Promise<void> {
  if (!(await response).answers) throw new Error('did not answer')
}

async function callEndpoint(chain: Chain, endpoint: ChainEndpoint, allCalls: RpcCall[]): Promise<EndpointAnswers> {
  const silent = { endpoint: endpoint.label, head: null, answers: null }
  if (!(await verifyEndpoint(chain, endpoint, true))) return silent
  const found = await askEndpoint(chain, endpoint, allCalls).catch(() => null)
  if (!found) return silent
  return { endpoint: endpoint.label, head: toHead(found[0]?.result), answers: found.slice(1) }
}
