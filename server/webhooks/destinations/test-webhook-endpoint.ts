import { newId } from '@/db/new-id'
import { webhooksDue } from '@/inngest/events'
import { TEST_EVENT } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import { requireFewTests } from '@/server/webhooks/require-few-tests'
import { toTestBody } from '@/server/webhooks/view'
import { requireWebhookEndpoint } from './require-webhook-endpoint'

/**
 * Enqueues an event without content for an endpoint, signed like any other, to test the endpoint. It is not counted;
 * while the endpoint is paused it waits. Returns the id of its message. Throws not_found, and rate_limited above ten a
 * minute.
 */
export async function testWebhookEndpoint(ctx: ProjectCtx, id: string): Promise<{ messageId: string }> {
  const { url } = await requireWebhookEndpoint(ctx, id)
  await requireFewTests(ctx)
  const { businessId, projectId } = ctx
  const now = ctx.now()
  const messageId = newId()
  const eventRef = {
    source: 'test',
    sourceId: messageId,
    kind: TEST_EVENT,
    body: toTestBody({ projectId, now }),
  } as const
  const way = { scheme: 'standard', keySource: 'endpoint', orderKey: null } as const
  await enqueueMessages(
    ctx.db,
    [{ id: messageId, businessId, projectId, destinationId: id, url, ...eventRef, ...way }],
    now,
  )
  await appendAudit(ctx, { action: 'webhook-endpoint.test-sent', target: id })
  ctx.afterCommit(() => wake(webhooksDue, {}))
  return { messageId }
}
