import { and, between, count, desc, eq, gte, ilike, type SQL } from 'drizzle-orm'
import { requestLog } from '@/db/schema'
import type { RequestFilter, RequestPage } from '@/schemas/requests/contract'
import type { StatusClass } from '@/schemas/requests/words'
import type { TenantCtx } from '@/server/ctx'
import { offsetOf } from '@/server/paging'
import { isUuid } from '@/server/text/is-uuid'
import { toRequest } from './view'

const PAGE_SIZE = 50

const OUTCOMES = {
  success: between(requestLog.status, 200, 399),
  refused: between(requestLog.status, 400, 499),
  failed: gte(requestLog.status, 500),
} satisfies Record<StatusClass, SQL>

/** The project's calls to `/v1`, newest first. */
export async function listRequests(
  ctx: TenantCtx & { projectId: string },
  filter: RequestFilter,
): Promise<RequestPage> {
  const where = and(
    eq(requestLog.businessId, ctx.businessId),
    eq(requestLog.projectId, ctx.projectId),
    filter.outcome && OUTCOMES[filter.outcome],
    filter.method && eq(requestLog.method, filter.method),
    filter.search ? matching(filter.search) : undefined,
  )
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

function matching(search: string): SQL {
  if (isUuid(search)) return eq(requestLog.id, search.toLowerCase())
  return ilike(requestLog.path, `%${search.replace(/[\\%_]/g, '\\$&')}%`)
}
