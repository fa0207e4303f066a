import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { chains, rpcEndpoints } from '@/db/schema'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { checkEndpointUrl } from './check-endpoint-url'
import type { addEndpointInput } from './contract'

/** A new endpoint of a chain, after it has shown that it serves that chain. Throws not_found, invalid, conflict. */
export async function addEndpoint(ctx: OperatorCtx, input: z.output<typeof addEndpointInput>): Promise<{ id: string }> {
  const [chain] = await ctx.db.select().from(chains).where(eq(chains.chainId, input.chainId))
  if (!chain) throw notFound('Chain')
  await checkEndpointUrl(chain, input.url)
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
