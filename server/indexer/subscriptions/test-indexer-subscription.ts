import { newId } from '@/db/new-id'
import { webhooksDue } from '@/inngest/events'
import { INDEXER_TEST_EVENT } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { toTestBody } from '@/server/indexer/view'
import { wake } from '@/server/waking/wake'
import { enqueueMessages } from '@/server/webhooks/enqueue-messages'
import { requireFewTests } from '@/server/webhooks/require-few-tests'
import { requireIndexerSubscription } from './require-indexer-subscription'

/**
 * Queues a test event for a subscription, signed like any other. It is not counted and has no log, and it waits while
 * the subscription is paused. Throws not_found, rate_limited above ten a minute.
 */
export async function testIndexerSubscription(ctx: ProjectCtx, id: string): Promise<void> {
  const row = await requireIndexerSubscription(ctx, id)
  await requireFewTests(ctx)
  const { businessId, projectId } = ctx
  const now = ctx.now()
  const messageId = newId()
  const eventRef = { source: 'indexer', sourceId: messageId, kind: INDEXER_TEST_EVENT } as const
  const routing = { scheme: 'indexer', keySource: 'subscription', orderKey: null } as const
  const to = { destinationId: id, url: row.subscription.webhookUrl }
  const body = toTestBody(row, { messageId, now })
  await enqueueMessages(ctx.db, [{ id: messageId, businessId, projectId, body, ...eventRef, ...routing, ...to }], now)
  await appendAudit(ctx, { action: 'indexer-subscription.test-sent', target: id })
  ctx.afterCommit(() => wake(webhooksDue, {}))
}
