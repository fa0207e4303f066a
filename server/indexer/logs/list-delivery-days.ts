import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { indexerLogCounts } from '@/db/schema'
import type { DeliveryDay } from '@/schemas/indexer/logs/contract'
import type { ProjectCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { toDeliveryDay } from '@/server/indexer/view'

const DAYS = 14

/**
 * A subscription's attempts of the last two weeks by day (UTC), oldest first, from counts that are kept with each
 * attempt. Throws not_found.
 */
export async function listDeliveryDays(ctx: ProjectCtx, subscriptionId: string): Promise<DeliveryDay[]> {
  await requireIndexerSubscription(ctx, subscriptionId)
  const today = Math.floor(ctx.now().getTime() / MS_PER_DAY)
  const first = today - DAYS + 1
  const { day, status, n } = indexerLogCounts
  const sumOf = (outcome: 'delivered' | 'failed') =>
    sql<number>`coalesce(sum(${n}) filter (where ${status} = ${outcome}), 0)`.mapWith(Number)
  const counted = await ctx.db
    .select({ day, delivered: sumOf('delivered'), failed: sumOf('failed') })
    .from(indexerLogCounts)
    .where(
      and(
        eq(indexerLogCounts.businessId, ctx.businessId),
        eq(indexerLogCounts.projectId, ctx.projectId),
        eq(indexerLogCounts.subscriptionId, subscriptionId),
        gte(day, first),
      ),
    )
    .groupBy(day)
    .orderBy(asc(day))
  return Array.from({ length: DAYS }, (_, n) => {
    const found = counted.find((one) => one.day === first + n)
    return toDeliveryDay({ day: first + n, delivered: found?.delivered ?? 0, failed: found?.failed ?? 0 })
  })
}
