import { and, eq, sql } from 'drizzle-orm'
import { prepareStatement } from '@/db/client'
import { transactions } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import { findChain } from '@/server/chains/registry'
import type { TenantCtx } from '@/server/ctx'
import { toTransaction, VIEW_COLUMNS, type ViewRow } from '@/server/engine/to-transaction'
import { notFound } from '@/server/errors'

/**
 * Facts of the public view that are in other rows, read in the same statement. Table names are written out because
 * drizzle drops them.
 */
export const VIEW_FACTS = {
  attempts: sql<number>`(select count(*)::int from transaction_attempts a where a.transaction_id = transactions.id)`,
  headBlock: sql<
    string | null
  >`(select c.block_number::text from chain_cursors c where c.chain_id = transactions.chain_id and c.consumer = 'engine')`,
}

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

type Found = { row: ViewRow; attempts: number; headBlock: string | null }

/** A row as callers see it, with the links of its chain; without links if the chain is switched off. */
export async function viewOf({ row, attempts, headBlock }: Found): Promise<TransactionView> {
  const chain = (await findChain(row.chainId)) ?? { explorerUrl: '' }
  return toTransaction(row, { chain, attempts, headBlock: headBlock === null ? null : BigInt(headBlock) })
}
