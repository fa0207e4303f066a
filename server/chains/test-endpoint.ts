import { eq } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { EndpointTest } from '@/schemas/chains/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { toChainEndpoint } from './registry'
import { healthOf } from './rpc/endpoint-health'
import { checkEndpoint } from './rpc/verify-endpoint'

type EndpointRef = { endpointId: string }
type Tested = EndpointTest & { chainId: number; host: string }

/**
 * Reads an endpoint's chain and head now, regardless of its breaker; a valid response closes the breaker. Throws
 * not_found.
 */
export async function probeEndpoint({ db }: OperatorCtx, { endpointId }: EndpointRef): Promise<Tested> {
  const [found] = await db
    .select({ endpoint: rpcEndpoints, chain: chains })
    .from(rpcEndpoints)
    .innerJoin(chains, eq(chains.chainId, rpcEndpoints.chainId))
    .where(eq(rpcEndpoints.id, endpointId))
  if (!found) throw notFound('Endpoint')
  const endpoint = toChainEndpoint(found.endpoint)
  const isWell = await checkEndpoint(found.chain, endpoint)
  const { problem, lastFailure, head, latencyMs } = healthOf(endpoint)
  return {
    chainId: found.chain.chainId,
    host: new URL(endpoint.url).host,
    problem: isWell ? null : (problem ?? lastFailure ?? 'did not answer'),
    head: isWell ? (head?.toString() ?? null) : null,
    latencyMs: latencyMs === null ? null : Math.round(latencyMs),
  }
}

/** Records that an operator tested an endpoint, and the result. */
export async function testEndpoint(
  ctx: OperatorCtx,
  { endpointId, tested }: EndpointRef & { tested: Tested },
): Promise<EndpointTest> {
  const { chainId, host, problem, head, latencyMs } = tested
  await appendPlatformAudit(ctx, { action: 'endpoint.tested', target: endpointId, detail: { chainId, host, problem } })
  return { problem, head, latencyMs }
}
