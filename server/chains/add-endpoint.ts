import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { chains, rpcEndpoints } from '@/db/schema'
import type { addEndpointInput } from '@/schemas/chains/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { checkEndpointUrl } from './check-endpoint-url'

type NewEndpoint = z.output<typeof addEndpointInput>

/** Checks now whether the endpoint serves its chain. Throws not_found, invalid. */
export async function checkNewEndpoint({ db }: OperatorCtx, { chainId, url }: NewEndpoint): Promise<void> {
  const [chain] = await db.select().from(chains).where(eq(chains.chainId, chainId))
  if (!chain) throw notFound('Chain')
  await checkEndpointUrl(chain, url)
}

/** A new endpoint of a chain, after `checkNewEndpoint`. Throws conflict. */
export async function addEndpoint(ctx: OperatorCtx, input: NewEndpoint): Promise<{ id: string }> {
  const { chainId, label, role, priority } = input
  const [endpoint] = await ctx.db
    .insert(rpcEndpoints)
    .values({ chainId, label, role, priority, url: new URL(input.url).toString(), checkedAt: ctx.now() })
    .onConflictDoNothing()
    .returning({ id: rpcEndpoints.id })
  if (!endpoint) throw new ApiError('conflict', 'This chain already has an endpoint with this address.')
  const detail = { chainId, host: new URL(input.url).host, label, role, priority }
  await appendPlatformAudit(ctx, { action: 'endpoint.added', target: endpoint.id, detail })
  return endpoint
}
