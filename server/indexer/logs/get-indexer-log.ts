import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { indexerLogs, webhookMessages } from '@/db/schema'
import type { TenantCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import type { IndexerLogView } from '@/server/indexer/contract'
import { toIndexerLog } from '@/server/indexer/view'

const uuid = z.uuid()

/** One attempt to deliver an event. Throws not_found. */
export async function getIndexerLog(ctx: TenantCtx & { projectId: string }, logId: string): Promise<IndexerLogView> {
  if (!uuid.safeParse(logId).success) throw refusal('indexer_log_not_found')
  const [row] = await ctx.db
    .select({ log: indexerLogs, body: webhookMessages.body })
    .from(indexerLogs)
    .leftJoin(webhookMessages, eq(webhookMessages.id, indexerLogs.messageId))
    .where(
      and(
        eq(indexerLogs.businessId, ctx.businessId),
        eq(indexerLogs.projectId, ctx.projectId),
        eq(indexerLogs.id, logId),
      ),
    )
  if (!row) throw refusal('indexer_log_not_found')
  return toIndexerLog(row)
}
