import { eq } from 'drizzle-orm'
import { indexerLogs, webhookMessages } from '@/db/schema'
import type { IndexerLogView } from '@/schemas/indexer/logs/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { toIndexerLog } from '@/server/indexer/view'
import { ownLog } from './own-log'

/** One attempt to deliver an event. Throws not_found. */
export async function getIndexerLog(ctx: ProjectCtx, logId: string): Promise<IndexerLogView> {
  const [row] = await ctx.db
    .select({ log: indexerLogs, body: webhookMessages.body })
    .from(indexerLogs)
    .leftJoin(webhookMessages, eq(webhookMessages.id, indexerLogs.messageId))
    .where(ownLog(ctx, logId))
  if (!row) throw refusal('indexer_log_not_found')
  return toIndexerLog(row)
}
