import { and, eq, isNull, type SQL } from 'drizzle-orm'
import { z } from 'zod'
import { webhookEndpoints } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'

type ProjectCtx = Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string }

const uuid = z.uuid()

/** The project's webhook endpoints that were not deleted. */
export function ofProject({ businessId, projectId }: Omit<ProjectCtx, 'db'>): SQL | undefined {
  return and(
    eq(webhookEndpoints.businessId, businessId),
    eq(webhookEndpoints.projectId, projectId),
    isNull(webhookEndpoints.deletedAt),
  )
}

/** One of them by its id. Throws not_found, also for an id that is not a UUID. */
export function ownEndpoint(ctx: Omit<ProjectCtx, 'db'>, id: string): SQL | undefined {
  if (!uuid.safeParse(id).success) throw refusal('webhook_endpoint_not_found')
  return and(ofProject(ctx), eq(webhookEndpoints.id, id))
}

/** Throws not_found. */
export async function requireWebhookEndpoint(
  ctx: ProjectCtx,
  id: string,
): Promise<typeof webhookEndpoints.$inferSelect> {
  const [row] = await ctx.db.select().from(webhookEndpoints).where(ownEndpoint(ctx, id))
  if (!row) throw refusal('webhook_endpoint_not_found')
  return row
}
