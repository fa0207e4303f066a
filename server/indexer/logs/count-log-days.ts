import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { indexerLogCounts } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import type { ListIndexerLogsInput } from '@/server/indexer/logs/contract'
import type { CountedDay } from '@/server/window-of'

export type LogFilter = Omit<ListIndexerLogsInput, 'page' | 'limit'>

/** How many logs of the project, or of one subscription of it, there are of each day, newest first, and how many match the filter. */
export function countLogDays(
  { db, businessId, projectId }: TenantCtx & { projectId: string },
  filter: LogFilter,
): Promise<CountedDay[]> {
  const { day, n, subscriptionId } = indexerLogCounts
  const sumOf = (where: SQL | undefined) =>
    sql<number>`coalesce(sum(${n}) filter (where ${where ?? sql`true`}), 0)`.mapWith(Number)
  return db
    .select({ day, rows: sumOf(undefined), matching: sumOf(isCountedAs(filter)) })
    .from(indexerLogCounts)
    .where(
      and(
        eq(indexerLogCounts.businessId, businessId),
        eq(indexerLogCounts.projectId, projectId),
        filter.subscriptionId === undefined ? isNull(subscriptionId) : eq(subscriptionId, filter.subscriptionId),
      ),
    )
    .groupBy(day)
    .orderBy(desc(day))
}

/** Whether a count is of logs that match the filter, whichever subscription they are of. */
export function isCountedAs({ eventType, status, network }: LogFilter): SQL | undefined {
  return and(
    eventType ? eq(indexerLogCounts.eventType, eventType) : undefined,
    status && eq(indexerLogCounts.status, status),
    network && eq(indexerLogCounts.network, network),
  )
}
