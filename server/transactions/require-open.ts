import { and, eq } from 'drizzle-orm'
import type { TransactionRow } from '@/db/schema'
import { transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { notFound, refusal } from '@/server/errors'

type Own = Pick<
  TransactionRow,
  'chainId' | 'chainType' | 'stage' | 'needsOperator' | 'status' | 'error' | 'cancelRequestedAt'
>

/** A transaction of the business. Throws not_found. */
export async function requireOwnTransaction(ctx: Pick<TenantCtx, 'db' | 'businessId'>, id: string): Promise<Own> {
  const [row] = await ctx.db
    .select({
      chainId: transactions.chainId,
      chainType: transactions.chainType,
      stage: transactions.stage,
      needsOperator: transactions.needsOperator,
      status: transactions.status,
      error: transactions.error,
      cancelRequestedAt: transactions.cancelRequestedAt,
    })
    .from(transactions)
    .where(and(eq(transactions.businessId, ctx.businessId), eq(transactions.id, id)))
  if (!row) throw notFound('Transaction')
  return row
}

/** Throws conflict if it has ended (`transaction_ended`) or a block holds it (`transaction_in_block`). */
export function requireOpen({ status, stage }: Own): void {
  if (status !== 'PENDING') throw refusal('transaction_ended')
  if (stage === 'mined' || stage === 'final') throw refusal('transaction_in_block')
}
