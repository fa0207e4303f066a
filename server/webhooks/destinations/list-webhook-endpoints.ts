import { and, count, desc, eq } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import type { ListWebhookEndpointsInput, WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import type { ProjectCtx } from '@/server/ctx'
import { type Listed, offsetOf } from '@/server/paging'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { ofProject } from './own-destination'
import { toWebhookEndpoint } from './view'

/** The project's webhook endpoints, newest first. */
export async function listWebhookEndpoints(
  ctx: ProjectCtx,
  { page, limit, status }: ListWebhookEndpointsInput,
): Promise<Listed<WebhookEndpointView>> {
  const where = and(ofProject(WEBHOOK_ENDPOINT, ctx), status && eq(webhookEndpoints.status, status))
  const [counted] = await ctx.db.select({ total: count() }).from(webhookEndpoints).where(where)
  const rows = await ctx.db
    .select()
    .from(webhookEndpoints)
    .where(where)
    .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  return { items: rows.map(toWebhookEndpoint), total: counted?.total ?? 0, page, limit }
}
