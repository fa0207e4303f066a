import { count, desc, sql } from 'drizzle-orm'
import { depositCounts, deposits } from '@/db/schema'
import type { DepositFilter, DepositPartInput, DepositView } from '@/schemas/deposits/contract'
import type { Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import type { Part } from '@/server/text/csv-list'
import { type CountedDay, totalOf, windowOf } from '@/server/window-of'
import { type DepositQuery, isCountedWithin, isOfKind, matchesDeposits } from './find-deposit-ids'
import { readDeposits } from './read-deposits'

/** One page of the list in the portal, where people see all wallets of their business. */
export async function listDepositPage(
  ctx: TenantCtx & Scoped,
  { page, ...filter }: DepositFilter,
): Promise<Page<DepositView>> {
  const request = toQuery(ctx, filter)
  const asked = { offset: offsetOf(page), limit: PAGE_SIZE }
  const paged = { page, pageSize: PAGE_SIZE }
  // Counts of days know neither.
  if (request.walletId || request.search) {
    const [counted] = await ctx.db.select({ total: count() }).from(deposits).where(matchesDeposits(ctx, request))
    return { ...paged, items: await readDeposits(ctx, { request, ...asked }), total: counted?.total ?? 0 }
  }
  const days = await countDepositDays(ctx, request)
  const total = totalOf(days)
  const window = windowOf(days, asked)
  if (!window) return { ...paged, items: [], total }
  const { from: first, below: end, offset, matching, rows } = window
  const asking = {
    request: { ...request, from: first, to: end },
    limit: PAGE_SIZE,
    offset,
    isDense: matching * 2 >= rows,
  }
  return { ...paged, items: await readDeposits(ctx, asking), total }
}

/** The deposits that match, from a place in the list on. */
export async function listDepositsAfter(
  ctx: TenantCtx & Scoped,
  { after, ...filter }: DepositPartInput,
): Promise<Part<DepositView>> {
  const behind = isAfter(deposits, after)
  return toPart(await readDeposits(ctx, { request: toQuery(ctx, filter), behind, limit: PART_SIZE, offset: 0 }))
}

function toQuery(
  { networkScope }: Scoped,
  { token, search, from, to, ...filter }: Omit<DepositFilter, 'page'>,
): DepositQuery {
  return {
    ...filter,
    networkScope,
    ...(token ? { tokenAddress: token } : {}),
    ...(search ? { search } : {}),
    ...(from ? { from: new Date(from) } : {}),
    ...(to ? { to: new Date(new Date(to).getTime() + MS_PER_DAY) } : {}),
  }
}

/** The number of deposits per day of the span, newest first, and the number that match. */
function countDepositDays(ctx: TenantCtx, request: DepositQuery): Promise<CountedDay[]> {
  const { day, n } = depositCounts
  const isMatching = isOfKind(depositCounts, request) ?? sql`true`
  return ctx.db
    .select({
      day,
      rows: sql<number>`sum(${n})`.mapWith(Number),
      matching: sql<number>`coalesce(sum(${n}) filter (where ${isMatching}), 0)`.mapWith(Number),
    })
    .from(depositCounts)
    .where(isCountedWithin(ctx, request))
    .groupBy(day)
    .orderBy(desc(day))
}
