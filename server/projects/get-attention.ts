import { and, eq, exists, gt, inArray, isNull, lt, sql } from 'drizzle-orm'
import {
  approvals,
  indexerSubscriptions,
  transactions,
  webhookEndpoints,
  webhookFailing,
  webhookMessages,
} from '@/db/schema'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { Attention } from '@/schemas/projects/contract'
import { stuckThreshold } from '@/schemas/transactions/words'
import { FAILING_FOR_MS } from '@/schemas/webhooks/words'
import type { ProjectCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { findAvailable } from '@/server/ledger/read-available'
import { toAttention } from './view'

const FAILED_WITHIN_MS = 7 * MS_PER_DAY

/** Read from the rows, so that it is gone when its cause is. */
export async function getAttention({ db, now, ...ctx }: ProjectCtx): Promise<Attention> {
  const { businessId, projectId } = ctx
  const failed = and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.projectId, projectId),
    IS_LISTED,
    // Spelled out: an index holds these alone.
    sql`status = 'failed'`,
    isNull(webhookMessages.withdrawnBecause),
    gt(webhookMessages.createdAt, new Date(now().getTime() - FAILED_WITHIN_MS)),
  )
  const stuck = and(
    eq(transactions.businessId, businessId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['queued', 'signed', 'broadcast']),
    lt(transactions.createdAt, stuckThreshold(now())),
  )
  const waiting = and(
    eq(approvals.businessId, businessId),
    eq(approvals.projectId, projectId),
    eq(approvals.status, 'pending'),
  )
  const paused = and(
    eq(indexerSubscriptions.businessId, businessId),
    eq(indexerSubscriptions.projectId, projectId),
    eq(indexerSubscriptions.status, 'paused'),
    inArray(indexerSubscriptions.pausedBecause, ['gone', 'failing']),
    isNull(indexerSubscriptions.deletedAt),
  )
  const pausedEndpoints = and(
    eq(webhookEndpoints.businessId, businessId),
    eq(webhookEndpoints.projectId, projectId),
    eq(webhookEndpoints.status, 'paused'),
    inArray(webhookEndpoints.pausedBecause, ['gone', 'failing']),
    isNull(webhookEndpoints.deletedAt),
  )
  const failing = (destinationId: typeof webhookEndpoints.id | typeof indexerSubscriptions.id) =>
    exists(
      db
        .select()
        .from(webhookFailing)
        .where(
          and(
            eq(webhookFailing.businessId, businessId),
            eq(webhookFailing.destinationId, destinationId),
            lt(webhookFailing.since, new Date(now().getTime() - FAILING_FOR_MS)),
          ),
        ),
    )
  const failingSubscriptions = and(
    eq(indexerSubscriptions.businessId, businessId),
    eq(indexerSubscriptions.projectId, projectId),
    eq(indexerSubscriptions.status, 'active'),
    isNull(indexerSubscriptions.deletedAt),
    failing(indexerSubscriptions.id),
  )
  const failingEndpoints = and(
    eq(webhookEndpoints.businessId, businessId),
    eq(webhookEndpoints.projectId, projectId),
    eq(webhookEndpoints.status, 'active'),
    isNull(webhookEndpoints.deletedAt),
    failing(webhookEndpoints.id),
  )
  const counts = {
    failedWebhooks: await db.$count(webhookMessages, failed),
    stuckTransactions: await db.$count(transactions, stuck),
    approvals: await db.$count(approvals, waiting),
    pausedSubscriptions: await db.$count(indexerSubscriptions, paused),
    pausedEndpoints: await db.$count(webhookEndpoints, pausedEndpoints),
    failingSubscriptions: await db.$count(indexerSubscriptions, failingSubscriptions),
    failingEndpoints: await db.$count(webhookEndpoints, failingEndpoints),
  }
  return toAttention(counts, { availableMicros: await findAvailable(db, businessId) })
}
