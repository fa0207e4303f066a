import { and, eq, isNull } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { wake } from '@/server/waking/wake'

/**
 * Asks for a message to be sent once more, byte for byte the same; the dispatch job does it. A second wish before that adds nothing.
 * A resend that fails leaves the message's state and schedule as they were.
 */
export async function resendMessage(ctx: TenantCtx & { projectId: string }, messageId: string): Promise<void> {
  const own = and(
    eq(webhookMessages.businessId, ctx.businessId),
    eq(webhookMessages.projectId, ctx.projectId),
    eq(webhookMessages.id, messageId),
  )
  const [marked] = await ctx.db
    .update(webhookMessages)
    .set({ resendRequestedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(own, isNull(webhookMessages.resendRequestedAt)))
    .returning({ id: webhookMessages.id })
  if (!marked) {
    const [waiting] = await ctx.db.select({ id: webhookMessages.id }).from(webhookMessages).where(own)
    if (!waiting) throw notFound('Webhook message')
    return
  }
  await appendAudit(ctx, { action: 'webhook.resend-requested', target: messageId })
  ctx.afterCommit(() => wake(webhooksWoken, {}))
}
