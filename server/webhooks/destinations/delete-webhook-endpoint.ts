import { TEST_EVENT } from '@/schemas/webhooks/words'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import { abandonMessages } from '@/server/webhooks/move-messages'
import { WEBHOOK_ENDPOINT } from './destination-kinds'
import { markDestinationDeleted } from './mark-destination-deleted'
import { requireWebhookEndpoint } from './require-webhook-endpoint'

/**
 * Deletes an endpoint; its past deliveries stay readable. Pending messages end: dropped if they were never attempted,
 * else failed. Throws not_found.
 */
export async function deleteWebhookEndpoint(ctx: AuditCtx & { projectId: string }, id: string): Promise<void> {
  await requireWebhookEndpoint(ctx, id)
  const messages = await abandonMessages(ctx.db, { businessId: ctx.businessId, destinationId: id })
  const abandoned = messages.filter(({ kind }) => kind !== TEST_EVENT)
  await markDestinationDeleted(ctx, { kind: WEBHOOK_ENDPOINT, id, abandoned })
  await appendAudit(ctx, { action: 'webhook-endpoint.deleted', target: id })
}
