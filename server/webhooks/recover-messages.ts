import { and, eq, gte, isNull, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import type { MessageRecovery } from './contract'
import { matchesMessages } from './matches-messages'

/**
 * Puts the project's failed messages that were made since a moment back on their schedule, from its start: for a receiver that was away.
 * What is pending or delivered stays as it is, so a second call right after the first changes nothing. Returns how many.
 */
export async function recoverMessages(
  ctx: TenantCtx & { projectId: string },
  { since, url }: MessageRecovery,
): Promise<number> {
  const recovered = await ctx.db
    .update(webhookMessages)
    .set({
      status: 'pending',
      nextAttemptAt: ctx.now(),
      // The attempts so far use up nothing of the new schedule.
      resendCount: sql`attempt_count`,
      updatedAt: ctx.now(),
    })
    .where(
      and(
        eq(webhookMessages.businessId, ctx.businessId),
        eq(webhookMessages.projectId, ctx.projectId),
        // A stored receiver counts what it was given up on: whoever stores it recovers its messages.
        isNull(webhookMessages.destinationId),
        gte(webhookMessages.createdAt, since),
        matchesMessages({ status: 'failed', url }),
      ),
    )
    .returning({ id: webhookMessages.id })
  if (recovered.length === 0) return 0
  await appendAudit(ctx, {
    action: 'webhook.failed-recovered',
    target: ctx.projectId,
    detail: { since: since.toISOString(), count: recovered.length, ...(url ? { url } : {}) },
  })
  ctx.afterCommit(() => wake(webhooksWoken, {}))
  return recovered.length
}
