import { and, eq, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import { type TenantCtx, workerCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { deliver } from './dispatch'

/** Longer than a POST may take. */
const LEASE_SECONDS = 30

/** Sends a message once more, now, byte for byte the same. A failure leaves the message's own schedule as it was. */
export async function resendMessage(ctx: TenantCtx & { projectId: string }, messageId: string): Promise<void> {
  const own = and(
    eq(webhookMessages.businessId, ctx.businessId),
    eq(webhookMessages.projectId, ctx.projectId),
    eq(webhookMessages.id, messageId),
  )
  const [message] = await ctx.db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})` })
    .where(and(own, sql`(${webhookMessages.leaseUntil} is null or ${webhookMessages.leaseUntil} < now())`))
    .returning()
  if (!message) {
    const [existing] = await ctx.db.select({ id: webhookMessages.id }).from(webhookMessages).where(own)
    if (!existing) throw notFound('Webhook message')
    throw new ApiError('conflict', 'This message is being delivered right now. Look again in a few seconds.')
  }
  await appendAudit(ctx, { action: 'webhook.resent', target: messageId })
  ctx.afterCommit(() => deliver(workerCtx(), message, { isResend: true }))
}
