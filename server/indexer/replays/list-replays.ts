import { count, desc } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import type { ListReplaysInput, ReplayView } from '@/schemas/indexer/replays/contract'
import type { ProjectCtx } from '@/server/ctx'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { type Listed, offsetOf } from '@/server/paging'
import { ofSubscription } from './own-replay'
import { toReplay } from './view'

/** The replays of a subscription, newest first. Throws not_found. */
export async function listReplays(ctx: ProjectCtx, { id, page, limit }: ListReplaysInput): Promise<Listed<ReplayView>> {
  await requireIndexerSubscription(ctx, id)
  const where = ofSubscription(ctx, id)
  const [counted] = await ctx.db.select({ total: count() }).from(indexerReplays).where(where)
  const rows = await ctx.db
    .select()
    .from(indexerReplays)
    .where(where)
    .orderBy(desc(indexerReplays.id))
    .limit(limit)
    .offset(offsetOf(page, limit))
  return { items: rows.map(toReplay), total: counted?.total ?? 0, page, limit }
}
