import { and, asc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { MessageRecovery } from '@/schemas/webhooks/contract'
import { MAX_RECOVERED, TEST_EVENT } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { decrementFailedCounts } from './destinations/decrement-failed-counts'
import { requireWebhookEndpoint } from './destinations/own-endpoint'
import { matchesMessages } from './matches-messages'

type ProjectCtx = TenantCtx & { projectId: string }

const OF_ACTIVE_ENDPOINT = sql`key_source = 'endpoint' and exists (select 1 from webhook_endpoints e
  where e.id = destination_id and e.status = 'active' and e.deleted_at is null)`

/** Other stored receivers count their dropped messages themselves: their own verbs recover those. */
const OF_PROJECT = or(isNull(webhookMessages.destinationId), OF_ACTIVE_ENDPOINT)

/**
 * Puts the project's failed messages that were made since a moment back on their schedule, from its start: for a
 * receiver that was away. The oldest first, and never more at once than the outbox can take. What is pending or
 * delivered stays as it is, so a second call right after the first changes nothing. Returns how many. Throws not_found
 * for an endpoint that is not there.
 */
export async function recoverMessages(ctx: ProjectCtx, { since, url, endpointId }: MessageRecovery): Promise<number> {
  if (endpointId) await requireWebhookEndpoint(ctx, endpointId)
  const recovered = await recover(ctx, failedOf(ctx, { since, url, endpointId }))
  if (recovered.length === 0) return 0
  const ofEndpoints = recovered.filter(({ kind }) => kind !== TEST_EVENT).map(({ destinationId }) => destinationId)
  await decrementFailedCounts(
    ctx.db,
    ofEndpoints.filter((id) => id !== null),
  )
  await appendAudit(ctx, {
    action: 'webhook.failed-recovered',
    target: endpointId ?? ctx.projectId,
    detail: { since: since.toISOString(), count: recovered.length, ...(url ? { url } : {}) },
  })
  return recovered.length
}

/** How many `recoverMessages` would put back, counted up to one more than it takes at once. */
export function countFailedMessages(ctx: ProjectCtx, { since, url, endpointId }: MessageRecovery): Promise<number> {
  return countUpTo(ctx, failedOf(ctx, { since, url, endpointId }))
}

type Receiver = { destinationId: string; since: Date }

/**
 * Recovers for callers that store the receivers: the caller has checked that this one exists, and writes the audit log.
 */
export async function recoverMessagesTo(ctx: ProjectCtx, receiver: Receiver): Promise<number> {
  return (await recover(ctx, failedTo(ctx, receiver))).length
}

/** How many `recoverMessagesTo` would put back, counted up to one more than it takes at once. */
export function countFailedMessagesTo(ctx: ProjectCtx, receiver: Receiver): Promise<number> {
  return countUpTo(ctx, failedTo(ctx, receiver))
}

function failedOf(ctx: ProjectCtx, { since, url, endpointId }: MessageRecovery): SQL | undefined {
  return and(failedSince(ctx, since), endpointId ? undefined : OF_PROJECT, matchesMessages({ url, endpointId }))
}

function failedTo(ctx: ProjectCtx, { destinationId, since }: Receiver): SQL | undefined {
  return and(failedSince(ctx, since), eq(webhookMessages.destinationId, destinationId))
}

function failedSince({ businessId, projectId }: ProjectCtx, since: Date): SQL | undefined {
  return and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.projectId, projectId),
    gte(webhookMessages.createdAt, since),
    isNull(webhookMessages.withdrawnBecause),
    // Spelled out: an index holds these alone.
    sql`status = 'failed'`,
  )
}

async function recover(ctx: ProjectCtx, failed: SQL | undefined) {
  const { id, createdAt, kind, destinationId } = webhookMessages
  const oldest = ctx.db
    .select({ id })
    .from(webhookMessages)
    .where(failed)
    .orderBy(asc(createdAt), asc(id))
    .limit(MAX_RECOVERED)
  // Locked in the order in which attempts are recorded, as by `lockMessages`.
  const locked = ctx.db
    .select({ id })
    .from(webhookMessages)
    .where(and(sql`${id} = any(array(${oldest}))`, failed))
    .orderBy(asc(id))
    .for('update')
  const recovered = await ctx.db
    .update(webhookMessages)
    .set({
      status: 'pending',
      nextAttemptAt: ctx.now(),
      // The attempts so far use up nothing of the new schedule.
      resendCount: sql`attempt_count`,
      recoveredAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    // `array(...)` makes Postgres pick once.
    .where(and(sql`${id} = any(array(${locked}))`, eq(webhookMessages.businessId, ctx.businessId)))
    .returning({ kind, destinationId })
  if (recovered.length > 0) ctx.afterCommit(() => wake(webhooksDue, {}))
  return recovered
}

async function countUpTo(ctx: ProjectCtx, failed: SQL | undefined): Promise<number> {
  const some = ctx.db
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(failed)
    .limit(MAX_RECOVERED + 1)
    .as('some')
  return ctx.db.$count(some)
}
