import { and, desc, eq, sql } from 'drizzle-orm'
import { indexerLogs, webhookMessages } from '@/db/schema'
import type { IndexerLogView, ListIndexerLogsInput } from '@/schemas/indexer/logs/contract'
import type { Scoped } from '@/server/chains/network-scope'
import type { TenantCtx } from '@/server/ctx'
import { toIndexerLog } from '@/server/indexer/view'
import { type Listed, offsetOf } from '@/server/paging'
import { isUuid } from '@/server/text/is-uuid'
import { totalOf, windowOf } from '@/server/window-of'
import { countLogDays } from './count-log-days'
import { findLogIds, isWithin } from './find-log-ids'

/** The project's attempts to deliver events, newest first. */
export async function listIndexerLogs(
  ctx: TenantCtx & Scoped & { projectId: string },
  { page, limit, ...conditions }: ListIndexerLogsInput,
): Promise<Listed<IndexerLogView>> {
  const filter = { ...conditions, networkScope: ctx.networkScope }
  const none = { items: [], total: 0, page, limit }
  // An id that is not a UUID belongs to no subscription.
  if (filter.subscriptionId !== undefined && !isUuid(filter.subscriptionId)) return none
  const days = await countLogDays(ctx, filter)
  const total = totalOf(days)
  const window = windowOf(days, { offset: offsetOf(page, limit), limit })
  if (!window) return { ...none, total }
  const rows = await ctx.db
    .select({ log: indexerLogs, body: webhookMessages.body })
    .from(indexerLogs)
    .leftJoin(webhookMessages, eq(webhookMessages.id, indexerLogs.messageId))
    .where(
      and(
        eq(indexerLogs.businessId, ctx.businessId),
        isWithin(window),
        sql`${indexerLogs.id} = any(array(${findLogIds(ctx, { filter, window, limit })}))`,
      ),
    )
    .orderBy(desc(indexerLogs.id))
  return { items: rows.map(toIndexerLog), total, page, limit }
}
