import { and, eq, isNull, ne, or, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { ApiError, notFound, refusal } from '@/server/errors'
import { wake } from '@/server/waking/wake'

/** The destination was deleted: a message to it is never sent. */
const IS_ENDED = sql<boolean>`exists (select 1 from webhook_pauses ended where ended.ended_at is not null
  and ended.destination_id = webhook_messages.destination_id and ended.business_id = webhook_messages.business_id)`

/**
 * Requests that a message is sent again with the same bytes; the dispatcher sends it. A second request before that has
 * no effect. A failed resend changes neither state nor schedule. Throws not_found, and failed if its event was reverted
 * or its destination was deleted.
 */
export async function resendMessage(ctx: ProjectCtx, messageId: string): Promise<void> {
  const own = and(
    eq(webhookMessages.businessId, ctx.businessId),
    eq(webhookMessages.projectId, ctx.projectId),
    eq(webhookMessages.id, messageId),
  )
  const { id, resendRequestedAt, withdrawnBecause } = webhookMessages
  const [message] = await ctx.db.select({ withdrawnBecause, isEnded: IS_ENDED }).from(webhookMessages).where(own)
  if (!message) throw notFound('Webhook message')
  if (message.withdrawnBecause === 'undone') throw refusal('event_taken_back')
  if (message.isEnded) throw new ApiError('failed', 'Its receiver was deleted')
  const [marked] = await ctx.db
    .update(webhookMessages)
    .set({ resendRequestedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(own, isNull(resendRequestedAt), or(isNull(withdrawnBecause), ne(withdrawnBecause, 'undone'))))
    .returning({ id })
  if (!marked) return
  await appendAudit(ctx, { action: 'webhook.resend-requested', target: messageId })
  ctx.afterCommit(() => wake(webhooksDue, {}))
}
