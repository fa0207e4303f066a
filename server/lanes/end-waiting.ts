import { and, asc, count, eq, inArray, isNull, not } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { EndWaitingInput, WaitingRef } from '@/schemas/lanes/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { isOwnerActive } from '@/server/businesses/is-owner-active'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'

/** The maximum that one call ends; the answer has the number left. */
const MAX_ENDED = 200

/**
 * The number of transactions that a suspension stops: queued, or waiting for a second person. Canceled ones end without
 * help.
 */
export async function countWaiting({ db }: OperatorCtx, scope: WaitingRef): Promise<number> {
  const [counted] = await db.select({ waiting: count() }).from(transactions).where(isWaiting(scope))
  return counted?.waiting ?? 0
}

/**
 * Fails transactions that a suspension holds back, oldest first: gas holds are released, outcome webhooks sent, each
 * one audited. Throws conflict if nothing is suspended, unavailable if a chain is switched off or was not compared in a
 * recovery yet.
 */
export async function endWaiting(
  ctx: OperatorCtx,
  { reason, ...scope }: EndWaitingInput,
): Promise<{ ended: number; left: number }> {
  const rows = await ctx.db
    .select({ id: transactions.id, projectId: transactions.projectId })
    .from(transactions)
    .where(isWaiting(scope))
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(MAX_ENDED)
  if (rows.length === 0) throw new ApiError('conflict', 'Nothing waits for a suspended project here')
  const { businessId } = scope
  for (const { id, projectId } of rows) {
    await cancelTransaction({ ...ctx, businessId, projectId }, { transactionId: id, reason })
  }
  const target = scope.projectId ?? businessId
  const detail = { businessId, ended: rows.length, reason }
  await appendPlatformAudit(ctx, { action: 'transactions.ended_waiting', target, detail })
  return { ended: rows.length, left: await countWaiting(ctx, scope) }
}

function isWaiting({ businessId, projectId }: WaitingRef) {
  return and(
    eq(transactions.businessId, businessId),
    projectId === null ? undefined : eq(transactions.projectId, projectId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['queued', 'awaiting_approval']),
    isNull(transactions.cancelRequestedAt),
    not(isOwnerActive('transactions')),
  )
}
