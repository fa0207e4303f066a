import { and, between, count, desc, eq, gte, ilike, type SQL } from 'drizzle-orm'
import { requestLog } from '@/db/schema'
import type { RequestFilter, RequestPage, RequestPartInput, RequestView } from '@/schemas/requests/contract'
import type { StatusClass } from '@/schemas/requests/words'
import type { ProjectCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import { isAfter, PART_SIZE, toPart } from '@/server/paging-after'
import type { Part } from '@/server/text/csv-list'
import { escapeLike } from '@/server/text/escape-like'
import { isUuid } from '@/server/text/is-uuid'
import { withinPeriod } from '@/server/text/within-period'
import { toRequest } from './view'

const PAGE_SIZE = 50

const OUTCOMES = {
  success: between(requestLog.status, 200, 399),
  error: gte(requestLog.status, 400),
  refused: between(requestLog.status, 400, 499),
  failed: gte(requestLog.status, 500),
} satisfies Record<StatusClass, SQL>

/** The project's calls to `/v1`, newest first. */
export async function listRequests(ctx: ProjectCtx, filter: RequestFilter): Promise<RequestPage> {
  const where = whereOf(ctx, filter)
  const [counted] = await ctx.db.select({ total: count() }).from(requestLog).where(where)
  const rows = await ctx.db
    .select()
    .from(requestLog)
    .where(where)
    .orderBy(desc(requestLog.createdAt), desc(requestLog.id))
    .limit(PAGE_SIZE)
    .offset(offsetOf(filter.page, PAGE_SIZE))
  return { items: rows.map(toRequest), total: counted?.total ?? 0, page: filter.page, pageSize: PAGE_SIZE }
}

/** The matching calls from a position in the list on. */
export async function listRequestsAfter(
  ctx: ProjectCtx,
  { after, ...filter }: RequestPartInput,
): Promise<Part<RequestView>> {
  const rows = await ctx.db
    .select()
    .from(requestLog)
    .where(and(whereOf(ctx, filter), isAfter(requestLog, after)))
    .orderBy(desc(requestLog.createdAt), desc(requestLog.id))
    .limit(PART_SIZE)
  return toPart(rows.map(toRequest))
}

function whereOf(ctx: ProjectCtx, filter: Omit<RequestFilter, 'page'>): SQL | undefined {
  return and(
    eq(requestLog.businessId, ctx.businessId),
    eq(requestLog.projectId, ctx.projectId),
    filter.outcome && OUTCOMES[filter.outcome],
    filter.method && eq(requestLog.method, filter.method),
    filter.keyId ? eq(requestLog.keyId, filter.keyId) : undefined,
    withinPeriod(requestLog.createdAt, filter),
    filter.search ? matching(filter.search) : undefined,
  )
}

function matching(search: string): SQL {
  if (isUuid(search)) return eq(requestLog.id, search.toLowerCase())
  return ilike(requestLog.path, `%${escapeLike(search)}%`)
}
