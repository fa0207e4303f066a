import { and, count, eq, sql } from 'drizzle-orm'
import { indexerReplays } from '@/db/schema'
import { replaysDue } from '@/inngest/events'
import type { ReplayView } from '@/schemas/indexer/replays/contract'
import { MAX_RUNNING_REPLAYS } from '@/schemas/indexer/replays/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { requireIndexerSubscription } from '@/server/indexer/subscriptions/require-indexer-subscription'
import { wake } from '@/server/waking/wake'
import { ofSubscription } from './own-replay'
import type { PreparedReplay } from './prepare-replay'
import { toReplay } from './view'

/**
 * Starts a replay of past events for a subscription. A repeated request returns the running replay. Throws not_found,
 * and failed if the project has too many in progress.
 */
export async function createReplay(
  ctx: ProjectCtx,
  { id, chain, asked, fromBlock, toBlock }: PreparedReplay & { id: string },
): Promise<ReplayView> {
  const { db, businessId, projectId, actor } = ctx
  // Serializes the requests of a project, so that each counts the earlier ones.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`event replays ${projectId}`}, 0))`)
  const { subscription } = await requireIndexerSubscription(ctx, id)
  const isRunning = eq(indexerReplays.status, 'running')
  const same = and(ofSubscription(ctx, id), isRunning, eq(indexerReplays.asked, asked))
  const [running] = await db.select().from(indexerReplays).where(same)
  if (running) return toReplay(running)
  const [others] = await db
    .select({ total: count() })
    .from(indexerReplays)
    .where(and(eq(indexerReplays.businessId, businessId), eq(indexerReplays.projectId, projectId), isRunning))
  if ((others?.total ?? 0) >= MAX_RUNNING_REPLAYS) throw refusal('too_many_replays')
  const at = ctx.now()
  const own = { businessId, projectId, subscriptionId: id, chainId: chain.chainId, createdBy: actor.id }
  const range = { asked, events: subscription.events, fromBlock, toBlock, nextBlock: fromBlock }
  const [made] = await db
    .insert(indexerReplays)
    .values({ ...own, ...range, createdAt: at, updatedAt: at })
    .returning()
  if (!made) throw new Error('a replay was not stored')
  const detail = { replayId: made.id, fromBlock: Number(fromBlock), toBlock: Number(toBlock) }
  await appendAudit(ctx, { action: 'indexer-subscription.replay-started', target: id, detail })
  ctx.afterCommit(() => wake(replaysDue, { chainId: chain.chainId }))
  return toReplay(made)
}
