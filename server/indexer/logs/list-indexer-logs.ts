import { and, count, desc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { indexerLogs, webhookMessages } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { TenantCtx } from '@/server/ctx'
import type { IndexerLogView, ListIndexerLogsInput } from '@/server/indexer/logs/contract'
import { toIndexerLog } from '@/server/indexer/view'
import { type Listed, offsetOf } from '@/server/paging'

const uuid = z.uuid()

/** The project's attempts to deliver events, newest first. */
export async function listIndexerLogs(
  ctx: TenantCtx & { projectId: string },
  { subscriptionId, status, eventType, network, page, limit }: ListIndexerLogsInput,
): Promise<Listed<IndexerLogView>> {
  const where = and(
    eq(indexerLogs.businessId, ctx.businessId),
    eq(indexerLogs.projectId, ctx.projectId),
    subscriptionId === undefined ? undefined : ofSubscription(subscriptionId),
    status && eq(indexerLogs.status, status),
    eventType ? eq(indexerLogs.eventType, eventType) : undefined,
    network && eq(indexerLogs.network, network),
  )
  const [counted] = await ctx.db.select({ total: count() }).from(indexerLogs).where(where)
  // Ids first, from an index alone: the rows of all pages before would be read and joined too.
  const ofPage = ctx.db
    .select({ id: indexerLogs.id })
    .from(indexerLogs)
    .where(where)
    .orderBy(desc(indexerLogs.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  const rows = await ctx.db
    .select({ log: indexerLogs, body: webhookMessages.body })
    .from(indexerLogs)
    .leftJoin(webhookMessages, eq(webhookMessages.id, indexerLogs.messageId))
    .where(and(eq(indexerLogs.businessId, ctx.businessId), inArray(indexerLogs.id, ofPage)))
    .orderBy(desc(indexerLogs.id))
  const viewed = viewApart(rows, { noun: 'indexer log', idOf: ({ log }) => log.id, toView: toIndexerLog })
  return { ...viewed, total: counted?.total ?? 0, page, limit }
}

/** An id that is no UUID is that of no subscription. */
function ofSubscription(id: string) {
  return uuid.safeParse(id).success ? eq(indexerLogs.subscriptionId, id) : sql`false`
}
