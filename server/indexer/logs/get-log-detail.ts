import type { IndexerLogDetail } from '@/schemas/indexer/logs/contract'
import type { ProjectCtx } from '@/server/ctx'
import { findAttempt } from '@/server/webhooks/find-attempt'
import { getIndexerLog } from './get-indexer-log'

/** One delivery attempt with its request and response, as they are shown to people. Throws not_found. */
export async function getLogDetail(ctx: ProjectCtx, logId: string): Promise<IndexerLogDetail> {
  const log = await getIndexerLog(ctx, logId)
  return { log, attempt: await findAttempt(ctx, log.id) }
}
