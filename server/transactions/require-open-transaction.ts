import { and, eq } from 'drizzle-orm'
import type { TransactionRow } from '@/db/schema'
import { transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'

type Open = Pick<TransactionRow, 'chainId' | 'chainType' | 'stage' | 'needsOperator'>

/** A transaction of the business that no block holds yet. Throws not_found, conflict (mined or ended). */
export async function requireOpenTransaction(ctx: Pick<TenantCtx, 'db' | 'businessId'>, id: string): Promise<Open> {
  const [row] = await ctx.db
    .select({
      chainId: transactions.chainId,
      chainType: transactions.chainType,
      stage: transactions.stage,
      needsOperator: transactions.needsOperator,
      status: transactions.status,
    })
    .from(transactions)
    .where(and(eq(transactions.businessId, ctx.businessId), eq(transactions.id, id)))
  if (!row) throw notFound('Transaction')
  if (row.status !== 'PENDING') throw new ApiError('conflict', 'It has ended: nothing can change it any more')
  if (row.stage === 'mined' || row.stage === 'final') throw new ApiError('conflict', 'A block holds it already')
  return row
}
