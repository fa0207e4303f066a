import { and, eq } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import type { ReplayView } from '@/schemas/indexer/replays/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { getReplay } from './get-replay'
import { ownReplay } from './own-replay'
import { toReplay } from './view'

/**
 * Cancels a replay. Messages that are queued already are still delivered. A replay that has ended stays as it is.
 * Throws not_found.
 */
export async function cancelReplay(ctx: ProjectCtx, named: { id: string; replayId: string }): Promise<ReplayView> {
  const replay = await getReplay(ctx, named)
  const [canceled] = await ctx.db
    .update(indexerReplays)
    .set({ status: 'canceled', endedAt: ctx.now(), updatedAt: ctx.now() })
    .where(and(ownReplay(ctx, named), eq(indexerReplays.status, 'running')))
    .returning()
  // It may have ended a moment ago.
  if (!canceled) return replay.status === 'running' ? getReplay(ctx, named) : replay
  const detail = { replayId: named.replayId, nextBlock: Number(canceled.nextBlock) }
  await appendAudit(ctx, { action: 'indexer-subscription.replay-canceled', target: named.id, detail })
  return toReplay(canceled)
}
