import { eq } from 'drizzle-orm'
import { chains, rpcEndpoints } from '@/db/schema'
import type { EndpointChange } from '@/schemas/chains/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'

type EndpointRow = typeof rpcEndpoints.$inferSelect

/** An endpoint, which stays as it is until this transaction ends, and its chain. Throws not_found. */
export async function lockEndpoint(
  { db }: Pick<OperatorCtx, 'db'>,
  endpointId: string,
): Promise<{ endpoint: EndpointRow; chain: Pick<typeof chains.$inferSelect, 'name' | 'network'> }> {
  const [endpoint] = await db.select().from(rpcEndpoints).where(eq(rpcEndpoints.id, endpointId)).for('update')
  if (!endpoint) throw notFound('Endpoint')
  const [chain] = await db
    .select({ name: chains.name, network: chains.network })
    .from(chains)
    .where(eq(chains.chainId, endpoint.chainId))
  if (!chain) throw notFound('Chain')
  return { endpoint, chain }
}

/**
 * Changes an endpoint as a second operator approved. Throws not_found, and failed if it has changed since the request.
 */
export async function applyEndpointChange(ctx: OperatorCtx, { endpointId, from, to }: EndpointChange): Promise<void> {
  const { endpoint } = await lockEndpoint(ctx, endpointId)
  const { role, priority, isActive, chainId, url } = endpoint
  if (from.role !== role || from.priority !== priority || from.isActive !== isActive)
    throw new ApiError('failed', 'This endpoint has changed meanwhile: propose it again')
  await ctx.db.update(rpcEndpoints).set(to).where(eq(rpcEndpoints.id, endpointId))
  const detail = { chainId, host: new URL(url).host, before: from, after: to }
  await appendPlatformAudit(ctx, { action: 'endpoint.updated', target: endpointId, detail })
}
