import { indexerLogs } from '@/db/schema'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { resendMessage } from '@/server/webhooks/resend-message'
import { ownLog } from './own-log'

/**
 * Sends the event of a log again, with the same bytes and to the same URL. Refuses if the subscription was deleted.
 * Throws not_found.
 */
export async function resendIndexerLog(ctx: ProjectCtx, logId: string): Promise<void> {
  const [log] = await ctx.db
    .select({ subscriptionId: indexerLogs.subscriptionId, messageId: indexerLogs.messageId })
    .from(indexerLogs)
    .where(ownLog(ctx, logId))
  if (!log) throw refusal('indexer_log_not_found')
  await requireIndexerSubscription(ctx, log.subscriptionId)
  await resendMessage(ctx, log.messageId)
}
