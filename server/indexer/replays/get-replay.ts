import { indexerReplays } from '@/db/schema'
import type { ReplayView } from '@/schemas/indexer/replays/contract'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { ownReplay } from './own-replay'
import { toReplay } from './view'

/** One replay of a subscription. Throws not_found. */
export async function getReplay(ctx: ProjectCtx, named: { id: string; replayId: string }): Promise<ReplayView> {
  await requireIndexerSubscription(ctx, named.id)
  const [row] = await ctx.db.select().from(indexerReplays).where(ownReplay(ctx, named))
  if (!row) throw refusal('indexer_replay_not_found')
  return toReplay(row)
}
