import { and, eq, exists, gt, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import {
  approvals,
  indexerSubscriptions,
  subscriptions as planSubscriptions,
  plans,
  products,
  transactions,
  webhookEndpoints,
  webhookFailing,
  webhookMessages,
} from '@/db/schema'
import { IS_LISTED } from '@/db/schema/webhooks'
import type { Attention } from '@/schemas/projects/contract'
import { GRACE_MS } from '@/schemas/subscriptions/words'
import { stuckThreshold } from '@/schemas/transactions/words'
import { FAILING_FOR_MS } from '@/schemas/webhooks/words'
import type { ProjectCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { findAvailable } from '@/server/ledger/read-available'
import { type EndingPlanRow, toAttention } from './view'

const FAILED_WITHIN_MS = 7 * MS_PER_DAY
const ENDS_WITHIN_MS = 7 * MS_PER_DAY

/**
 * What the people of a project should check, as counts and plans. They are read from the rows, so that nothing is left
 * once its cause is resolved.
 */
export async function getAttention(ctx: ProjectCtx): Promise<Attention> {
  const { db, businessId } = ctx
  const endpoints = destinationsOf(ctx, webhookEndpoints)
  const subscriptions = destinationsOf(ctx, indexerSubscriptions)
  const counts = {
    failedWebhooks: await db.$count(webhookMessages, failedWebhooks(ctx)),
    stuckTransactions: await db.$count(transactions, stuckTransactions(ctx)),
    approvals: await db.$count(approvals, pendingApprovals(ctx)),
    pausedSubscriptions: await db.$count(indexerSubscriptions, subscriptions.paused),
    pausedEndpoints: await db.$count(webhookEndpoints, endpoints.paused),
    failingSubscriptions: await db.$count(indexerSubscriptions, subscriptions.failing),
    failingEndpoints: await db.$count(webhookEndpoints, endpoints.failing),
  }
  return toAttention(counts, {
    endingPlans: await listEndingPlans(ctx),
    availableMicros: await findAvailable(db, businessId),
  })
}

function failedWebhooks({ businessId, projectId, now }: ProjectCtx) {
  return and(
    eq(webhookMessages.businessId, businessId),
    eq(webhookMessages.projectId, projectId),
    IS_LISTED,
    // A literal, because the partial index of failed messages requires it.
    sql`status = 'failed'`,
    isNull(webhookMessages.withdrawnBecause),
    gt(webhookMessages.createdAt, new Date(now().getTime() - FAILED_WITHIN_MS)),
  )
}

/** The stuck transactions of the business, because the projects share its wallets. */
function stuckTransactions({ businessId, now }: ProjectCtx) {
  return and(
    eq(transactions.businessId, businessId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['queued', 'signed', 'broadcast']),
    lt(transactions.createdAt, stuckThreshold(now())),
  )
}

function pendingApprovals({ businessId, projectId }: ProjectCtx) {
  return and(eq(approvals.businessId, businessId), eq(approvals.projectId, projectId), eq(approvals.status, 'pending'))
}

/** Canceled plans that end soon, and plans that work a last week for a late payment; the first to end comes first. */
function listEndingPlans({ db, businessId, projectId, now }: ProjectCtx): Promise<EndingPlanRow[]> {
  const { id, autoRenew, endDate, status } = planSubscriptions
  const at = (ms: number) => new Date(now().getTime() + ms)
  return db
    .select({ id, product: products.name, plan: plans.name, endDate, autoRenew })
    .from(planSubscriptions)
    .innerJoin(plans, eq(plans.id, planSubscriptions.planId))
    .innerJoin(products, eq(products.id, planSubscriptions.productId))
    .where(
      and(
        eq(planSubscriptions.businessId, businessId),
        eq(planSubscriptions.projectId, projectId),
        inArray(status, ['ACTIVE', 'PAST_DUE']),
        or(
          and(eq(autoRenew, false), gt(endDate, at(0)), lt(endDate, at(ENDS_WITHIN_MS))),
          and(eq(autoRenew, true), lt(endDate, at(0)), gt(endDate, at(-GRACE_MS))),
        ),
      ),
    )
    .orderBy(endDate, id)
}

type Destinations = typeof webhookEndpoints | typeof indexerSubscriptions

/** The conditions for destinations that the platform paused, and for active ones whose deliveries fail. */
function destinationsOf({ db, businessId, projectId, now }: ProjectCtx, table: Destinations) {
  const isOwn = and(eq(table.businessId, businessId), eq(table.projectId, projectId), isNull(table.deletedAt))
  const isFailing = exists(
    db
      .select()
      .from(webhookFailing)
      .where(
        and(
          eq(webhookFailing.businessId, businessId),
          eq(webhookFailing.destinationId, table.id),
          lt(webhookFailing.since, new Date(now().getTime() - FAILING_FOR_MS)),
        ),
      ),
  )
  return {
    paused: and(isOwn, eq(table.status, 'paused'), inArray(table.pausedBecause, ['gone', 'failing'])),
    failing: and(isOwn, eq(table.status, 'active'), isFailing),
  }
}
