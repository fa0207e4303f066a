import { and, eq } from 'drizzle-orm'
import type { TransactionRow } from '@/db/schema'
import { transactions, wallets } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { notFound, refusal } from '@/server/errors'
import { requireWithinReach } from '@/server/wallets/binding'

type Own = Pick<
  TransactionRow,
  'chainId' | 'chainType' | 'stage' | 'needsOperator' | 'status' | 'error' | 'cancelRequestedAt'
>

/**
 * A transaction of the business, for a caller who ends or expedites it. Throws not_found, and forbidden for a key of
 * another project than the transaction's if its wallet is bound to another project than the key's.
 */
export async function requireOwnTransaction(
  ctx: Pick<TenantCtx, 'db' | 'businessId' | 'projectId' | 'actor'>,
  id: string,
): Promise<Own> {
  const [found] = await ctx.db
    .select({
      projectId: transactions.projectId,
      boundProjectId: wallets.boundProjectId,
      row: {
        chainId: transactions.chainId,
        chainType: transactions.chainType,
        stage: transactions.stage,
        needsOperator: transactions.needsOperator,
        status: transactions.status,
        error: transactions.error,
        cancelRequestedAt: transactions.cancelRequestedAt,
      },
    })
    .from(transactions)
    .innerJoin(wallets, eq(wallets.id, transactions.walletId))
    .where(and(eq(transactions.businessId, ctx.businessId), eq(transactions.id, id)))
  if (!found) throw notFound('Transaction')
  const { projectId, row } = found
  if (ctx.actor.type === 'key' && projectId !== ctx.projectId) requireWithinReach(ctx, found)
  return row
}

/** Throws conflict if it has ended (`transaction_ended`) or a block holds it (`transaction_in_block`). */
export function requireOpen({ status, stage }: Own): void {
  if (status !== 'PENDING') throw refusal('transaction_ended')
  if (stage === 'mined' || stage === 'final') throw refusal('transaction_in_block')
}
