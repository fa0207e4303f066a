import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { type TransactionRow, transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'

/** The oldest transaction that the lane must mine first, and their number. */
export async function findTransactionsAhead(
  { db, businessId }: Pick<TenantCtx, 'db' | 'businessId'>,
  row: TransactionRow,
) {
  if (row.status !== 'PENDING' || row.stage === 'awaiting_approval' || row.laneWalletId === null) return null
  const ahead = await db
    .select({ id: transactions.id, count: sql<number>`(count(*) over ())::int` })
    .from(transactions)
    .where(
      and(
        eq(transactions.businessId, businessId),
        eq(transactions.chainId, row.chainId),
        eq(transactions.laneWalletId, row.laneWalletId),
        eq(transactions.status, 'PENDING'),
        inArray(transactions.stage, ['queued', 'signed', 'broadcast']),
        sql`(${transactions.createdAt}, ${transactions.id}) < (${row.createdAt.toISOString()}::timestamptz, ${row.id}::uuid)`,
      ),
    )
    .orderBy(asc(transactions.createdAt), asc(transactions.id))
    .limit(1)
  return ahead[0] ?? null
}
