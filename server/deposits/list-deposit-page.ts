import { and, count, desc, eq, gte, lt, or, type SQL, sql } from 'drizzle-orm'
import { depositCounts, deposits } from '@/db/schema'
import type { DepositFilter, DepositPartInput, DepositView } from '@/schemas/deposits/contract'
import type { Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf, PAGE_SIZE, type Page } from '@/server/paging'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import type { Part } from '@/server/text/csv-list'
import { endOf } from '@/server/text/within-period'
import { type CountedDay, dayOf, startOf, totalOf, windowOf } from '@/server/window-of'
import { type DepositQuery, isCountedWithin, isOfKind, matchesDeposits } from './find-deposit-ids'
import { readDeposits } from './read-deposits'

/** One page of the list in the portal, where people see all wallets of their business. */
export async function listDepositPage(
  ctx: TenantCtx & Scoped,
  { page, ...filter }: DepositFilter,
): Promise<Page<DepositView>> {
  const request = toQuery(ctx, filter)
  const range = { offset: offsetOf(page), limit: PAGE_SIZE }
  const paged = { page, pageSize: PAGE_SIZE }
  // Counts of days know neither.
  if (request.walletId || request.search) {
    const [counted] = await ctx.db.select({ total: count() }).from(deposits).where(matchesDeposits(ctx, request))
    return { ...paged, items: await readDeposits(ctx, { request, ...range }), total: counted?.total ?? 0 }
  }
  const days = await countDepositDays(ctx, request)
  const total = totalOf(days)
  const window = windowOf(days, range)
  if (!window) return { ...paged, items: [], total }
  const { from: first, below: end, offset, matching, rows } = window
  // The first and the last day of the span may be cut.
  const span = { from: later(first, request.from), to: earlier(end, request.to) }
  const asking = {
    request: { ...request, ...span },
    limit: PAGE_SIZE,
    offset,
    isDense: matching * 2 >= rows,
  }
  return { ...paged, items: await readDeposits(ctx, asking), total }
}

function later(one: Date, other = one): Date {
  return one > other ? one : other
}

function earlier(one: Date, other = one): Date {
  return one < other ? one : other
}

/** The matching deposits from a position in the list on. */
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
    ...(to ? { to: endOf(to) } : {}),
  }
}

/** The number of deposits per day of the span, newest first, and the number that match. */
async function countDepositDays(ctx: TenantCtx, request: DepositQuery): Promise<CountedDay[]> {
  const { day, n } = depositCounts
  const isMatching = isOfKind(depositCounts, request) ?? sql`true`
  const counted = await ctx.db
    .select({
      day,
      rows: sql<number>`sum(${n})`.mapWith(Number),
      matching: sql<number>`coalesce(sum(${n}) filter (where ${isMatching}), 0)`.mapWith(Number),
    })
    .from(depositCounts)
    .where(isCountedWithin(ctx, request))
    .groupBy(day)
    .orderBy(desc(day))
  const cut = cutDaysOf(request)
  if (cut.length === 0) return counted
  const rows = await countRows(ctx, request, cut)
  return counted.map((one) => (cut.includes(one.day) ? (rows.get(one.day) ?? { ...one, rows: 0, matching: 0 }) : one))
}

/** The days of which the span has a part. */
function cutDaysOf({ from, to }: DepositQuery): number[] {
  const ends = [from, to].filter((end) => end !== undefined)
  return ends.map(dayOf).filter((day, index) => startOf(day).getTime() !== ends[index]?.getTime())
}

/** The number of rows in the span, by day. */
async function countRows(ctx: TenantCtx, request: DepositQuery, days: readonly number[]) {
  const { createdAt, businessId } = deposits
  const day = sql<number>`floor(extract(epoch from ${createdAt}) / 86400)::int`
  const isOfDay = (one: number): SQL | undefined => and(gte(createdAt, startOf(one)), lt(createdAt, startOf(one + 1)))
  const isMatching = isOfKind(deposits, request) ?? sql`true`
  const found = await ctx.db
    .select({ day, rows: count(), matching: sql<number>`count(*) filter (where ${isMatching})`.mapWith(Number) })
    .from(deposits)
    .where(
      and(
        eq(businessId, ctx.businessId),
        request.from && gte(createdAt, request.from),
        request.to && lt(createdAt, request.to),
        or(...days.map(isOfDay)),
      ),
    )
    .groupBy(sql`1`)
  return new Map(found.map((one) => [one.day, one]))
}
