import { sql } from 'drizzle-orm'
import { webhookEndpoints } from '@/db/schema'
import { TEST_EVENT } from '@/schemas/webhooks/words'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { refusal } from '@/server/errors'
import { abandonMessages } from '@/server/webhooks/move-messages'
import { ownEndpoint } from './own-endpoint'

/**
 * Deletes an endpoint; its past deliveries stay readable. Pending messages end: dropped if they were never attempted,
 * else failed. Throws not_found.
 */
export async function deleteWebhookEndpoint(ctx: AuditCtx & { projectId: string }, id: string): Promise<void> {
  const own = ownEndpoint(ctx, id)
  const abandoned = await abandonMessages(ctx.db, { businessId: ctx.businessId, destinationId: id })
  const counted = abandoned.filter(({ kind }) => kind !== TEST_EVENT)
  const tried = counted.filter(({ isTried }) => isTried).length
  const untried = counted.length - tried
  const [deleted] = await ctx.db
    .update(webhookEndpoints)
    .set({
      deletedAt: ctx.now(),
      updatedAt: ctx.now(),
      droppedCount: sql`${webhookEndpoints.droppedCount} + ${untried}`,
      failedCount: sql`${webhookEndpoints.failedCount} + ${tried}`,
    })
    .where(own)
    .returning({ id: webhookEndpoints.id })
  if (!deleted) throw refusal('webhook_endpoint_not_found')
  await appendAudit(ctx, { action: 'webhook-endpoint.deleted', target: id })
}
