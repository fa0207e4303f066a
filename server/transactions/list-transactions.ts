import { and, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import type { TransactionView } from '@/schemas/transactions/contract'
import { cursorAfter, type HistoryInput, type HistoryView } from '@/schemas/transactions/history/contract'
import { isInScope, type Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { VIEW_COLUMNS } from '@/server/engine/to-transaction'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import type { ListPart, Part } from '@/server/text/csv-list'
import { escapeLike } from '@/server/text/escape-like'
import { hasIndexedMetadata } from '@/server/text/has-metadata'
import { isUuid } from '@/server/text/is-uuid'
import { withinPeriod } from '@/server/text/within-period'
import { VIEW_FACTS, viewOf } from './view'

/**
 * The business's transactions, newest first (spec 4.4). `search` is the beginning of an id, a hash, an address or a
 * reference, or the end of an id.
 */
export async function listTransactions(ctx: TenantCtx & Scoped, input: HistoryInput): Promise<HistoryView> {
  const where = await whereOf(ctx, input)
  const window = { where: and(where, behind(input.cursor)), limit: input.limit + 1, offset: input.offset }
  const [found, [counted]] = await Promise.all([
    viewsIn(ctx, window),
    ctx.db.select({ total: count() }).from(transactions).where(where),
  ])
  const items = found.slice(0, input.limit)
  const hasMore = found.length > items.length
  const last = items.at(-1)
  const { limit, offset } = input
  return {
    items,
    pagination: {
      total: counted?.total ?? 0,
      limit,
      offset,
      hasMore,
      nextOffset: hasMore && !input.cursor ? offset + items.length : null,
      nextCursor: hasMore && last ? cursorAfter(last) : null,
    },
  }
}

/** The matching transactions from a position in the list on. */
export async function listTransactionsAfter(
  ctx: TenantCtx & Scoped,
  { after, ...input }: Omit<HistoryInput, 'limit' | 'offset' | 'cursor'> & { after: ListPart },
): Promise<Part<TransactionView>> {
  const where = and(await whereOf(ctx, input), isAfter(transactions, after))
  return toPart(await viewsIn(ctx, { where, limit: PART_SIZE, offset: 0 }))
}

async function whereOf(
  ctx: TenantCtx & Scoped,
  input: Omit<HistoryInput, 'limit' | 'offset'>,
): Promise<SQL | undefined> {
  return and(
    eq(transactions.businessId, ctx.businessId),
    input.chainType && eq(transactions.chainType, input.chainType),
    input.status && eq(transactions.status, input.status),
    input.type && eq(transactions.type, input.type),
    isInScope(transactions.chainId, ctx),
    input.chainId === undefined ? undefined : eq(transactions.chainId, input.chainId),
    withinPeriod(transactions.createdAt, input),
    input.walletId ? isThrough(ctx, input.walletId) : undefined,
    input.fromAddress ? eq(transactions.fromAddress, input.fromAddress) : undefined,
    input.toAddress ? eq(transactions.toAddress, input.toAddress) : undefined,
    input.tokenAddress ? eq(transactions.tokenAddress, input.tokenAddress) : undefined,
    input.createdFrom ? gte(transactions.createdAt, new Date(input.createdFrom)) : undefined,
    input.createdBefore ? lt(transactions.createdAt, new Date(input.createdBefore)) : undefined,
    input.batchId ? eq(transactions.batchId, input.batchId) : undefined,
    input.sweepRuleId ? eq(transactions.sweepRuleId, input.sweepRuleId) : undefined,
    input.reference ? eq(transactions.reference, input.reference) : undefined,
    await hasIndexedMetadata(ctx.db, transactions, input.metadata),
    input.search ? matching(input.search) : undefined,
  )
}

/** Sent by a wallet, or received by it from another wallet of the business, also as a token of the business. */
function isThrough({ businessId }: TenantCtx, walletId: string): SQL | undefined {
  const address = sql`(select w.address from wallets w where w.id = ${walletId}::uuid and w.business_id = ${businessId}::uuid)`
  const operations = sql`
    select s.transaction_id from token_wallets h join token_operations o on o.token_id = h.token_id join token_steps s on s.operation_id = o.id
    where h.business_id = ${businessId}::uuid and h.address = ${address} and s.transaction_id is not null and o.kind in ('MINT', 'BURN', 'TRANSFER')
      and (${address} in (o.detail->>'to', o.detail->>'from') or exists (
        select from token_items i where i.operation_id = o.id and i.address = ${address} and i.line between s.first_line and s.first_line + s.line_count - 1))`
  return or(
    eq(transactions.walletId, walletId),
    sql`${transactions.toAddress} = ${address}`,
    sql`${transactions.id} in (${operations})`,
  )
}

/** The rows after a given row, in newest-first order. */
function behind(row: HistoryInput['cursor']): SQL | undefined {
  if (!row) return undefined
  const { createdAt, id } = row
  return or(lt(transactions.createdAt, createdAt), and(eq(transactions.createdAt, createdAt), lt(transactions.id, id)))
}

type Window = { where: SQL | undefined; limit: number; offset: number }

const NEWEST_FIRST = [desc(transactions.createdAt), desc(transactions.id)]

async function viewsIn({ db }: TenantCtx, { where, limit, offset }: Window): Promise<TransactionView[]> {
  const facts = { row: VIEW_COLUMNS, ...VIEW_FACTS }
  const found = db.select(facts).from(transactions).where(where)
  return Promise.all(
    (
      await found
        .orderBy(...NEWEST_FIRST)
        .limit(limit)
        .offset(offset)
    ).map(viewOf),
  )
}

/** Lists show the end of an id, because ids that were made in the same hour begin alike. */
const SHOWN_ID_END = /^[0-9a-f]{6,12}$/

function matching(search: string): SQL | undefined {
  const text = search.trim().toLowerCase()
  if (isUuid(text)) return eq(transactions.id, text)
  const begins = `${escapeLike(text)}%`
  return or(
    sql`${transactions.id}::text like ${begins}`,
    SHOWN_ID_END.test(text) ? sql`right(${transactions.id}::text, ${text.length}::int) = ${text}` : undefined,
    sql`lower(${transactions.txHash}) like ${begins}`,
    sql`lower(${transactions.toAddress}) like ${begins}`,
    sql`lower(${transactions.fromAddress}) like ${begins}`,
    sql`lower(${transactions.reference}) like ${begins}`,
  )
}
