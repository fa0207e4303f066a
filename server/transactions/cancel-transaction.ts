import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { approvals, transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { TransactionRequest } from '@/schemas/transactions/contract'
import { actorName } from '@/server/actor-name'
import { failUnapproved } from '@/server/approvals/fail-unapproved'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import type { Chain } from '@/server/chains/registry'
import { requireRunningChain } from '@/server/chains/require-running-chain'
import { inWorker } from '@/server/ctx'
import { endTransactions } from '@/server/engine/end-transactions'
import { CANCELLED_BEFORE_SENDING } from '@/server/engine/evm/fail-queued'
import { openDelegationOf } from '@/server/engine/evm/platform-costs'
import { refusal } from '@/server/errors'
import { lockWithPlatformTransactions } from '@/server/queue/lock-with-platform-transactions'
import { requireCompared } from '@/server/recovery/is-compared'
import { wake } from '@/server/waking/wake'
import { requireOpen, requireOwnTransaction } from './require-open'

/**
 * Cancels a transaction. One that was never signed fails at once (`cancelled`). One that may be in a pool is replaced
 * by an empty transfer with its nonce (`requested`), and whichever of the two is mined decides. One whose wallet's
 * delegation is pending ends once the cost of that is known (`requested`). One that was cancelled before stays so
 * (`cancelled`). Audited. Throws not_found, forbidden (a key whose project may not use its wallet), conflict (mined,
 * ended, or sent on Solana and not yet proven expired), unavailable (its chain is disabled, or was not compared in a
 * recovery yet).
 */
export async function cancelTransaction(
  ctx: AuditCtx,
  request: TransactionRequest,
): Promise<{ outcome: 'cancelled' | 'requested' }> {
  const row = await requireOwnTransaction(ctx, request.transactionId)
  if (isCancelled(row)) return { outcome: 'cancelled' }
  requireOpen(row)
  const { stage, chainId, chainType, needsOperator } = row
  const chain = await requireRunningChain(chainId)
  await requireCompared(chainId)
  if (stage === 'awaiting_approval' && (await cancelUnapproved(ctx, chain, request))) return { outcome: 'cancelled' }
  if (stage === 'queued' && (await cancelQueued(ctx, chain, request))) return { outcome: 'cancelled' }
  // A transaction that waits for a person expired long ago. The request confirms that it never landed, and the engine
  // checks it again.
  if (chainType === 'SOLANA' && needsOperator === null) throw refusal('transaction_not_replaceable')
  await requestCancel(ctx, request)
  wake(chainDue, { chainId })
  return { outcome: 'requested' }
}

/** A second request finds the result of the first. */
function isCancelled({ status, error, cancelRequestedAt }: Awaited<ReturnType<typeof requireOwnTransaction>>): boolean {
  return status === 'FAILED' && (cancelRequestedAt !== null || error === CANCELLED_BEFORE_SENDING)
}

function cancelUnapproved(
  ctx: AuditCtx,
  chain: Chain,
  { transactionId, reason }: TransactionRequest,
): Promise<boolean> {
  const { actor, requestId, businessId } = ctx
  return failUnapproved(chain, {
    where: and(
      eq(approvals.businessId, businessId),
      eq(approvals.transactionId, transactionId),
      eq(approvals.status, 'pending'),
    ),
    status: 'rejected',
    decidedBy: actorName(actor),
    note: reason || null,
    error: CANCELLED_BEFORE_SENDING,
    actor,
    requestId,
    now: ctx.now(),
  })
}

/** False when the engine signed it meanwhile, or a delegation for it: they may be out. */
async function cancelQueued(
  ctx: AuditCtx,
  chain: Chain,
  { transactionId, reason }: TransactionRequest,
): Promise<boolean> {
  const now = ctx.now()
  const queued = async (db: Database) => {
    await lockWithPlatformTransactions(db, [transactionId])
    return db
      .update(transactions)
      .set({ status: 'FAILED', error: CANCELLED_BEFORE_SENDING, finalAt: now, cancelRequestedAt: now, updatedAt: now })
      .where(
        and(
          eq(transactions.businessId, ctx.businessId),
          eq(transactions.id, transactionId),
          eq(transactions.status, 'PENDING'),
          eq(transactions.stage, 'queued'),
          sql`not exists (select 1 from transactions o where ${openDelegationOf(sql`transactions.id`)})`,
        ),
      )
      .returning()
  }
  const entry = { action: 'transaction.cancelled', target: transactionId, detail: { reason } } as const
  const ended = await endTransactions(chain, null, queued, {
    afterwards: (db) => appendAudit({ ...ctx, db }, entry),
  })
  return ended.length > 0
}

/**
 * Can be requested again: it also confirms a single endpoint's report about a nonce that was used elsewhere. A queued
 * transaction still loses its lane, so that it is not signed. Committed separately, like each end of a transaction: a
 * caller that cancels several would otherwise lock the audit chain that the next end needs on another connection.
 */
async function requestCancel(ctx: AuditCtx, { transactionId, reason }: TransactionRequest): Promise<void> {
  await inWorker(async ({ db }) => {
    const [updated] = await db
      .update(transactions)
      .set({
        cancelRequestedAt: ctx.now(),
        laneWalletId: sql`case when stage = 'queued' then null else lane_wallet_id end`,
      })
      .where(
        and(
          eq(transactions.businessId, ctx.businessId),
          eq(transactions.id, transactionId),
          eq(transactions.status, 'PENDING'),
          inArray(transactions.stage, ['queued', 'signed', 'broadcast']),
        ),
      )
      .returning({ id: transactions.id })
    if (!updated) throw refusal('transaction_moved_on')
    const entry = { action: 'transaction.cancel_requested', target: transactionId, detail: { reason } } as const
    await appendAudit({ ...ctx, db }, entry)
  })
}
