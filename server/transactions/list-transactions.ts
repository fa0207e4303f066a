import { and, count, desc, eq, or } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { HistoryInput, HistoryView } from './contract'
import { VIEW_FACTS, viewOf } from './get-transaction'

/** The business's transactions, newest first (spec 4.4). `search` matches an id, a hash or an address exactly. */
export async function listTransactions(ctx: TenantCtx, input: HistoryInput): Promise<HistoryView> {
  const where = and(
    eq(transactions.businessId, ctx.businessId),
    input.chainType && eq(transactions.chainType, input.chainType),
    input.status && eq(transactions.status, input.status),
    input.walletId ? eq(transactions.walletId, input.walletId) : undefined,
    input.search ? matching(input.search) : undefined,
  )
  const [rows, [counted]] = await Promise.all([
    ctx.db
      .select({ row: transactions, ...VIEW_FACTS })
      .from(transactions)
      .where(where)
      .orderBy(desc(transactions.createdAt), desc(transactions.id))
      .limit(input.limit)
      .offset(input.offset),
    ctx.db.select({ total: count() }).from(transactions).where(where),
  ])
  const total = counted?.total ?? 0
  const end = input.offset + rows.length
  const hasMore = end < total
  return {
    items: await Promise.all(rows.map(viewOf)),
    pagination: { total, limit: input.limit, offset: input.offset, hasMore, nextOffset: hasMore ? end : null },
  }
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function matching(search: string) {
  const text = search.trim()
  if (UUID.test(text)) return eq(transactions.id, text)
  return or(
    eq(transactions.txHash, text.toLowerCase()),
    eq(transactions.toAddress, text),
    eq(transactions.fromAddress, text),
  )
}
