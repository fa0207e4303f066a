import { and, asc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { webhookMessages } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { MessageRecovery } from '@/schemas/webhooks/contract'
import { MAX_RECOVERED, TEST_EVENT } from '@/schemas/webhooks/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { wake } from '@/server/waking/wake'
import { decrementFailedCounts } from './destinations/decrement-failed-counts'
import { requireWebhookEndpoint } from './destinations/require-webhook-endpoint'
import { matchesMessages } from './matches-messages'

const OF_ACTIVE_ENDPOINT = sql`key_source = 'endpoint' and exists (select 1 from webhook_endpoints e
  where e.id = destination_id and e.status = 'active' and e.deleted_at is null)`

/** Other stored destinations count their dropped messages themselves: their own verbs recover those. */
const OF_PROJECT = or(isNull(webhookMessages.destinationId), OF_ACTIVE_ENDPOINT)

/**
 * Schedules the project's failed messages created since a time again, with all their retries, after an outage of a
 * destination. The oldest first, at most `MAX_RECOVERED` at once. Pending and delivered messages do not change, so a
 * second call right after the first has no effect. Returns their number. Throws not_found for an unknown endpoint.
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

/** The number of messages that `recoverMessages` would schedule, counted up to one more than its maximum. */
export function countFailedMessages(ctx: ProjectCtx, { since, url, endpointId }: MessageRecovery): Promise<number> {
  return countUpTo(ctx, failedOf(ctx, { since, url, endpointId }))
}

type Destination = { destinationId: string; since: Date }

/**
 * Recovers the messages of one destination that the caller stores. The caller has checked that it exists, and writes
 * the audit log.
 */
export async function recoverMessagesTo(ctx: ProjectCtx, destination: Destination): Promise<number> {
  return (await recover(ctx, failedTo(ctx, destination))).length
}

/** The number of messages that `recoverMessagesTo` would schedule, counted up to one more than its maximum. */
export function countFailedMessagesTo(ctx: ProjectCtx, destination: Destination): Promise<number> {
  return countUpTo(ctx, failedTo(ctx, destination))
}

function failedOf(ctx: ProjectCtx, { since, url, endpointId }: MessageRecovery): SQL | undefined {
  return and(failedSince(ctx, since), endpointId ? undefined : OF_PROJECT, matchesMessages({ url, endpointId }))
}

function failedTo(ctx: ProjectCtx, { destinationId, since }: Destination): SQL | undefined {
  return and(failedSince(ctx, since), eq(webhookMessages.destinationId, destinationId))
}

function failedSince({ businessId, projectId }: ProjectCtx, since: Date): SQL | undefined {
  return and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.projectId, projectId),
    gte(webhookMessages.createdAt, since),
    isNull(webhookMessages.withdrawnBecause),
    // As literal SQL, because a partial index covers only these rows.
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
  // Lock in the order in which attempts are recorded, like `lockMessages`.
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
      // Earlier attempts do not count in the new schedule.
      resendCount: sql`attempt_count`,
      recoveredAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    // `array(...)` evaluates the subquery once.
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
