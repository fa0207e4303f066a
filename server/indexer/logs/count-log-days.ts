import { and, desc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { indexerLogCounts } from '@/db/schema'
import type { ListIndexerLogsInput } from '@/schemas/indexer/logs/contract'
import type { Scoped } from '@/server/chains/network-scope'
import type { ProjectCtx } from '@/server/ctx'
import type { CountedDay } from '@/server/window-of'

export type LogFilter = Omit<ListIndexerLogsInput, 'page' | 'limit'> & Scoped

/**
 * The number of delivery logs of a project, or of one subscription, for each day, newest first, and the number that
 * match the filter.
 */
export function countLogDays({ db, businessId, projectId }: ProjectCtx, filter: LogFilter): Promise<CountedDay[]> {
  const { day, n } = indexerLogCounts
  const sumOf = (where: SQL | undefined) =>
    sql<number>`coalesce(sum(${n}) filter (where ${where ?? sql`true`}), 0)`.mapWith(Number)
  return db
    .select({ day, rows: sumOf(undefined), matching: sumOf(isCountedAs(filter)) })
    .from(indexerLogCounts)
    .where(
      and(
        eq(indexerLogCounts.businessId, businessId),
        eq(indexerLogCounts.projectId, projectId),
        isOfSubscription(filter),
      ),
    )
    .groupBy(day)
    .orderBy(desc(day))
}

/** The totals over all subscriptions do not name a chain, so a network scope uses the counts of each subscription. */
function isOfSubscription({ subscriptionId, networkScope }: LogFilter): SQL | undefined {
  if (subscriptionId !== undefined) return eq(indexerLogCounts.subscriptionId, subscriptionId)
  return networkScope ? isNotNull(indexerLogCounts.subscriptionId) : isNull(indexerLogCounts.subscriptionId)
}

/** A condition on counts: their logs match the filter, of whichever subscription. */
export function isCountedAs(filter: LogFilter): SQL | undefined {
  const { eventType, status, network, subscriptionId, networkScope } = filter
  const inScope = sql`${indexerLogCounts.subscriptionId} in (
    select subscription.id from indexer_subscriptions subscription join chains on chains.chain_id = subscription.chain_id
    where chains.network = ${networkScope})`
  return and(
    networkScope && subscriptionId === undefined ? inScope : undefined,
    eventType ? eq(indexerLogCounts.eventType, eventType) : undefined,
    status && eq(indexerLogCounts.status, status),
    network && eq(indexerLogCounts.network, network),
  )
}
