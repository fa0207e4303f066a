import { and, desc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import { firstIdAt } from '@/db/new-id'
import { indexerLogCounts, indexerLogs } from '@/db/schema'
import { isInScope } from '@/server/chains/network-scope'
import type { ProjectCtx } from '@/server/ctx'
import { type DayWindow, dayOf } from '@/server/window-of'
import { isCountedAs, type LogFilter } from './count-log-days'

type LogQuery = { filter: LogFilter; window: DayWindow; limit: number }
/**
 * SQL for the ids of one page of logs, newest first, using only an index. If most rows of the days match, it scans
 * them; otherwise it searches the index for each matching kind, so that it reads only matching rows.
 */
export function findLogIds(ctx: ProjectCtx, query: LogQuery): SQL {
  const { window } = query
  return window.matching * 2 >= window.rows ? scanLogs(ctx, query) : searchKinds(ctx, query)
}

/** Scans the days. A subscription belongs to one project and one chain, so its id replaces both conditions. */
function scanLogs({ businessId, projectId }: ProjectCtx, { filter, window, limit }: LogQuery): SQL {
  const { subscriptionId, eventType, status, network } = filter
  const where = and(
    eq(indexerLogs.businessId, businessId),
    subscriptionId === undefined
      ? and(
          eq(indexerLogs.projectId, projectId),
          network && eq(indexerLogs.network, network),
          isInScope(indexerLogs.chainId, filter),
        )
      : eq(indexerLogs.subscriptionId, subscriptionId),
    eventType ? eq(indexerLogs.eventType, eventType) : undefined,
    status && eq(indexerLogs.status, status),
    isWithin(window),
  )
  return sql`select ${indexerLogs.id} from ${indexerLogs} where ${where}
    order by ${desc(indexerLogs.id)} limit ${limit}::int offset ${window.offset}::int`
}

function searchKinds({ businessId, projectId }: ProjectCtx, { filter, window, limit }: LogQuery): SQL {
  const { subscriptionId } = filter
  const where = and(
    eq(indexerLogCounts.businessId, businessId),
    eq(indexerLogCounts.projectId, projectId),
    subscriptionId === undefined
      ? isNotNull(indexerLogCounts.subscriptionId)
      : eq(indexerLogCounts.subscriptionId, subscriptionId),
    gte(indexerLogCounts.day, dayOf(window.from)),
    lt(indexerLogCounts.day, dayOf(window.below)),
    isCountedAs(filter),
  )
  return sql`
    select log.id from (
      select distinct ${indexerLogCounts.subscriptionId}, ${indexerLogCounts.eventType}, ${indexerLogCounts.status}
      from ${indexerLogCounts} where ${where}
    ) kind cross join lateral (
      select ${indexerLogs.id} from ${indexerLogs}
      where ${indexerLogs.businessId} = ${businessId} and ${indexerLogs.subscriptionId} = kind.subscription_id
        and ${indexerLogs.eventType} = kind.event_type and ${indexerLogs.status} = kind.status and ${isWithin(window)}
      order by ${desc(indexerLogs.id)} limit ${window.offset + limit}::int
    ) log
    order by log.id desc limit ${limit}::int offset ${window.offset}::int`
}

/** A condition on the days of the window, so that Postgres opens no other partition. */
export function isWithin({ from, below }: DayWindow): SQL | undefined {
  return and(gte(indexerLogs.id, firstIdAt(from)), lt(indexerLogs.id, firstIdAt(below)))
}
