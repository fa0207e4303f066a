import { webhookEndpoints } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { ownDestination } from './own-destination'

/** Loads a webhook endpoint of the project. Throws not_found. */
export async function requireWebhookEndpoint(
  ctx: Pick<TenantCtx, 'db' | 'businessId'> & { projectId: string },
  id: string,
): Promise<typeof webhookEndpoints.$inferSelect> {
  const own = ownDestination(ctx, { kind: WEBHOOK_ENDPOINT, id })
  const [row] = await ctx.db.select().from(webhookEndpoints).where(own)
  if (!row) throw refusal(WEBHOOK_ENDPOINT.notFound)
  return row
}
