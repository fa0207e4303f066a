import { and, eq, sql } from 'drizzle-orm'
import { prepareStatement } from '@/db/client'
import { transactions } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { TenantCtx } from '@/server/ctx'
import { VIEW_COLUMNS } from '@/server/engine/to-transaction'
import { notFound } from '@/server/errors'
import { VIEW_FACTS, viewOf } from './view'

/** The query that clients poll after each 202: the most frequent statement of all. */
const findById = prepareStatement((db) =>
  db
    .select({ row: VIEW_COLUMNS, ...VIEW_FACTS })
    .from(transactions)
    .where(and(eq(transactions.businessId, sql.placeholder('businessId')), eq(transactions.id, sql.placeholder('id'))))
    .prepare('transaction-by-id'),
)

/** One transaction of the caller's business (spec 4.4). Throws not_found. */
export async function getTransaction(ctx: Pick<TenantCtx, 'db' | 'businessId'>, id: string): Promise<TransactionView> {
  const [found] = await findById(ctx.db, { businessId: ctx.businessId, id })
  if (!found) throw notFound('Transaction')
  return viewOf(found)
}
