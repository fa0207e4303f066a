import { transactions } from '@/db/schema'
import { chainWoken } from '@/inngest/events'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import type { TransactionRequest } from './contract'
import { isSent } from './is-sent'
import { requireOpenTransaction } from './require-open-transaction'

/**
 * Asks for a form of a sent transaction at a higher fee, under its own nonce. Audited.
 * Throws not_found, conflict (not sent yet, mined, ended, or on Solana, where a second form could be included as well).
 */
export async function speedUpTransaction(
  ctx: AuditCtx & Pick<TenantCtx, 'afterCommit'>,
  { transactionId, reason }: TransactionRequest,
): Promise<void> {
  const { chainId, chainType } = await requireOpenTransaction(ctx, transactionId)
  if (chainType === 'SOLANA') throw new ApiError('conflict', 'On Solana a dearer form could be included as well')
  const [asked] = await ctx.db
    .update(transactions)
    .set({ speedUpRequestedAt: ctx.now() })
    .where(isSent(ctx, transactionId))
    .returning({ id: transactions.id })
  if (!asked) throw new ApiError('conflict', 'It was not sent yet: there is nothing to speed up')
  await appendAudit(ctx, { action: 'transaction.speed_up_requested', target: transactionId, detail: { reason } })
  ctx.afterCommit(() => wake(chainWoken, { chainId }))
}
