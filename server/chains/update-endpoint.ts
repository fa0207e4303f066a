import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { rpcEndpoints } from '@/db/schema'
import type { AuditAction } from '@/schemas/audit/action-texts'
import type { setEndpointActiveInput, updateEndpointInput } from '@/schemas/chains/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'

/** Changes how an endpoint is called and used; every server follows within seconds. Throws not_found. */
export async function updateEndpoint(ctx: OperatorCtx, input: z.output<typeof updateEndpointInput>): Promise<void> {
  const { endpointId, ...terms } = input
  await change(ctx, { endpointId, terms, action: 'endpoint.updated' })
}

/** Takes an endpoint out of use, or back in. Throws not_found. */
export async function setEndpointActive(
  ctx: OperatorCtx,
  input: z.output<typeof setEndpointActiveInput>,
): Promise<void> {
  const { endpointId, isActive } = input
  await change(ctx, { endpointId, terms: { isActive }, action: isActive ? 'endpoint.enabled' : 'endpoint.disabled' })
}

type Change = { endpointId: string; terms: Partial<typeof rpcEndpoints.$inferInsert>; action: AuditAction }

async function change(ctx: OperatorCtx, { endpointId, terms, action }: Change): Promise<void> {
  const [row] = await ctx.db
    .update(rpcEndpoints)
    .set(terms)
    .where(eq(rpcEndpoints.id, endpointId))
    .returning({ chainId: rpcEndpoints.chainId, url: rpcEndpoints.url })
  if (!row) throw notFound('Endpoint')
  const { chainId } = row
  const { host } = new URL(row.url)
  const detail = { chainId, host, ...terms }
  await appendPlatformAudit(ctx, { action, target: endpointId, detail })
}
