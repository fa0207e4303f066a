import { and, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import type { MessageRecovery } from './contract'
import { uncountFailed } from './destinations/uncount-failed'
import { matchesMessages } from './matches-messages'
import { TEST_EVENT } from './words'

const OF_ACTIVE_ENDPOINT = sql`key_source = 'endpoint' and exists (select 1 from webhook_endpoints e
  where e.id = destination_id and e.status = 'active' and e.deleted_at is null)`

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
        // Other stored receivers count what they were given up on themselves: whoever stores them recovers their messages.
        or(isNull(webhookMessages.destinationId), OF_ACTIVE_ENDPOINT),
        gte(webhookMessages.createdAt, since),
        matchesMessages({ status: 'failed', url }),
      ),
    )
    .returning({ kind: webhookMessages.kind, destinationId: webhookMessages.destinationId })
  if (recovered.length === 0) return 0
  const ofEndpoints = recovered.filter(({ kind }) => kind !== TEST_EVENT).map(({ destinationId }) => destinationId)
  await uncountFailed(
    ctx.db,
    ofEndpoints.filter((id) => id !== null),
  )
  await appendAudit(ctx, {
    action: 'webhook.failed-recovered',
    target: ctx.projectId,
    detail: { since: since.toISOString(), count: recovered.length, ...(url ? { url } : {}) },
  })
  ctx.afterCommit(() => wake(webhooksWoken, {}))
  return recovered.length
}
