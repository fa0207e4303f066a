import { and, asc, eq, isNull, lt, or, sql } from 'drizzle-orm'
import {
  approvals,
  businesses,
  lanes,
  ledgerEntries,
  ledgerJournals,
  policies,
  projects,
  requestLog,
  transactionAttempts,
  transactions,
  webhookAttempts,
  webhookMessages,
} from '@/db/schema'
import { findSuspension } from '@/schemas/businesses/words'
import type { TransactionLifecycle } from '@/schemas/transactions/life/contract'
import type { TenantCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { actorNames } from '@/server/people/actor-names'
import { getTransaction } from '@/server/transactions/get-transaction'
import { listRequests } from '@/server/transactions/list-requests'
import { explainStatus } from './explain-status'
import { findTransactionsAhead } from './find-transactions-ahead'
import type { LifeRows } from './life-rows'
import { toLifecycleEvents } from './to-lifecycle-events'

type LifeCtx = Pick<TenantCtx, 'db' | 'businessId'>

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * The time axis of a transaction, from the rows that recorded each step, and why it failed or waits. Throws not_found.
 */
export async function getLifecycle(ctx: LifeCtx, id: string): Promise<TransactionLifecycle> {
  const rows = await readRows(ctx, id)
  const { row, context, approval } = rows
  const [ahead, transaction] = await Promise.all([findTransactionsAhead(ctx, row), getTransaction(ctx, id)])
  const { status, businessStatus, ...lane } = context
  const suspended = findSuspension({ status: status ?? 'active', businessStatus })
  const [newest] = rows.attempts.toReversed()
  const facts = {
    transaction,
    needsOperator: row.needsOperator,
    walletId: row.walletId,
    suspended,
    ahead,
    approval,
    newest,
  }
  return { moments: toLifecycleEvents(rows), explanation: explainStatus({ ...facts, lane }) }
}

/** Every row about a transaction. Throws not_found. */
export async function readRows(ctx: LifeCtx, id: string): Promise<LifeRows> {
  const { db, businessId } = ctx
  const own = and(eq(transactions.businessId, businessId), eq(transactions.id, id))
  const [found] = await db
    .select({
      row: transactions,
      approval: approvals,
      status: projects.status,
      businessStatus: businesses.status,
      blockedReason: lanes.blockedReason,
      blockedSince: lanes.blockedSince,
      blockedCount: lanes.blockedCount,
      notBefore: lanes.notBefore,
    })
    .from(transactions)
    .innerJoin(businesses, eq(businesses.id, transactions.businessId))
    .leftJoin(projects, eq(projects.id, transactions.projectId))
    .leftJoin(lanes, and(eq(lanes.chainId, transactions.chainId), eq(lanes.walletId, transactions.laneWalletId)))
    .leftJoin(approvals, and(eq(approvals.businessId, businessId), eq(approvals.transactionId, transactions.id)))
    .where(own)
  if (!found) throw notFound('Transaction')
  const { row, approval, ...context } = found
  const [request, attempts, journals, messages, userRequests, ruled] = await Promise.all([
    readRequest(ctx, row.requestId),
    readAttempts(ctx, id),
    readJournals(ctx, id),
    readDeliveries(ctx, id),
    row.cancelRequestedAt || row.speedUpRequestedAt ? listRequests(ctx, id) : [],
    findPolicies(ctx, row),
  ])
  const decidedBy = approval?.decidedBy ?? null
  const nameOf = decidedBy === null ? null : await actorNames(ctx, [decidedBy])
  const decider = decidedBy === null ? null : (nameOf?.(decidedBy) ?? decidedBy)
  return { row, context, approval, decider, request, attempts, journals, messages, userRequests, ruled }
}

/** The signed attempts of a transaction, oldest first. */
function readAttempts({ db, businessId }: LifeCtx, id: string) {
  return db
    .select()
    .from(transactionAttempts)
    .where(and(eq(transactionAttempts.businessId, businessId), eq(transactionAttempts.transactionId, id)))
    .orderBy(asc(transactionAttempts.createdAt), asc(transactionAttempts.id))
}

/** The journals of its gas, with the sums that they reserved and charged. */
function readJournals({ db, businessId }: LifeCtx, id: string) {
  return db
    .select({
      id: ledgerJournals.id,
      kind: ledgerJournals.kind,
      createdAt: ledgerJournals.createdAt,
      reservedUnits: sql<string>`coalesce(sum(${ledgerEntries.amountUnits}) filter (where ${ledgerEntries.kind} = 'reserved'), 0)::text`,
      gasUnits: sql<string>`coalesce(sum(${ledgerEntries.amountUnits}) filter (where ${ledgerEntries.kind} = 'gas'), 0)::text`,
    })
    .from(ledgerJournals)
    .innerJoin(ledgerEntries, eq(ledgerEntries.journalId, ledgerJournals.id))
    .where(
      and(
        eq(ledgerJournals.businessId, businessId),
        eq(ledgerJournals.referenceId, id),
        eq(ledgerJournals.referenceType, 'transaction'),
        eq(ledgerEntries.currency, 'USD'),
      ),
    )
    .groupBy(ledgerJournals.id)
}

/** Its webhook messages, each with every attempt to deliver it. */
function readDeliveries({ db, businessId }: LifeCtx, id: string) {
  return db
    .select({
      messageId: webhookMessages.id,
      kind: webhookMessages.kind,
      url: webhookMessages.url,
      queuedAt: webhookMessages.createdAt,
      attemptId: webhookAttempts.id,
      number: webhookAttempts.number,
      httpStatus: webhookAttempts.httpStatus,
      error: webhookAttempts.error,
      latencyMs: webhookAttempts.latencyMs,
      at: webhookAttempts.createdAt,
    })
    .from(webhookMessages)
    .leftJoin(webhookAttempts, eq(webhookAttempts.messageId, webhookMessages.id))
    .where(
      and(
        eq(webhookMessages.businessId, businessId),
        eq(webhookMessages.sourceId, id),
        eq(webhookMessages.source, 'transaction'),
      ),
    )
}

/** The call to `/v1` that created it; null if the portal did, or the log no longer has it. */
async function readRequest({ db, businessId }: LifeCtx, requestId: string | null) {
  if (requestId === null || !UUID.test(requestId)) return null
  const [request] = await db
    .select({
      id: requestLog.id,
      method: requestLog.method,
      path: requestLog.path,
      status: requestLog.status,
      durationMs: requestLog.durationMs,
      createdAt: requestLog.createdAt,
    })
    .from(requestLog)
    .where(and(eq(requestLog.businessId, businessId), eq(requestLog.id, requestId)))
  return request ?? null
}

type Row = LifeRows['row']

/** The policies of its decision: those that existed when it was accepted and have not changed since. */
async function findPolicies({ db, businessId }: LifeCtx, row: Row) {
  if (row.projectId === null) return []
  return db
    .select({ projectId: policies.projectId })
    .from(policies)
    .where(
      and(
        eq(policies.businessId, businessId),
        eq(policies.isActive, true),
        or(isNull(policies.projectId), eq(policies.projectId, row.projectId)),
        lt(policies.updatedAt, row.createdAt),
      ),
    )
}
