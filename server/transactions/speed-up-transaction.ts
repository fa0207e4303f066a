import { and, eq, inArray, type SQL } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { chainDue } from '@/inngest/events'
import type { TransactionRequest } from '@/schemas/transactions/contract'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { requireOpen, requireOwnTransaction } from './require-open'

/**
 * Asks for a form of a sent transaction at a higher fee, under its own nonce. Audited.
 * Throws not_found, forbidden (a key whose project may not use its wallet), conflict (not sent yet, mined, ended, or on
 * Solana, where a second form could be included as well).
 */
export async function speedUpTransaction(
  ctx: AuditCtx & Pick<TenantCtx, 'afterCommit'>,
  { transactionId, reason }: TransactionRequest,
): Promise<void> {
  const row = await requireOwnTransaction(ctx, transactionId)
  requireOpen(row)
  const { chainId, chainType } = row
  if (chainType === 'SOLANA') throw refusal('transaction_not_replaceable')
  const [updated] = await ctx.db
    .update(transactions)
    .set({ speedUpRequestedAt: ctx.now() })
    .where(isSent(ctx, transactionId))
    .returning({ id: transactions.id })
  if (!updated) throw refusal('transaction_not_sent')
  await appendAudit(ctx, { action: 'transaction.speed_up_requested', target: transactionId, detail: { reason } })
  ctx.afterCommit(() => wake(chainDue, { chainId }))
}

/** The business's own transaction, signed and not mined: the only kind another form can replace. */
function isSent({ businessId }: { businessId: string }, transactionId: string): SQL | undefined {
  return and(
    eq(transactions.businessId, businessId),
    eq(transactions.id, transactionId),
    eq(transactions.status, 'PENDING'),
    inArray(transactions.stage, ['signed', 'broadcast']),
  )
}
