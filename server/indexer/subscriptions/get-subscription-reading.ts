import { and, eq } from 'drizzle-orm'
import { chainCursors, chainHeads, chains, webhookMessages } from '@/db/schema'
import type { SubscriptionReading } from '@/schemas/indexer/contract'
import { countUpTo } from '@/server/count-up-to'
import type { ProjectCtx } from '@/server/ctx'
import { refusal } from '@/server/errors'
import { allowedBlocks } from '@/server/indexer/indexer-watcher'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { requireIndexerSubscription } from './require-indexer-subscription'

/** The last read block of a subscription's chain, and the number of its pending events. Throws not_found. */
export async function getSubscriptionReading(ctx: ProjectCtx, id: string): Promise<SubscriptionReading> {
  const { subscription } = await requireIndexerSubscription(ctx, id)
  const { chainId, passDepth, fromBlock } = subscription
  const [row] = await ctx.db
    .select({ chain: chains, head: chainHeads.blockNumber, cursor: chainCursors.blockNumber })
    .from(chains)
    .leftJoin(chainHeads, eq(chainHeads.chainId, chains.chainId))
    .leftJoin(
      chainCursors,
      and(
        eq(chainCursors.chainId, chains.chainId),
        eq(chainCursors.consumer, 'indexer'),
        eq(chainCursors.depth, passDepth),
      ),
    )
    .where(eq(chains.chainId, chainId))
  if (!row) throw refusal(EVENT_SUBSCRIPTION.notFound)
  const { chain, head, cursor } = row
  // Blocks before the subscription are not needed.
  const read = cursor !== null && cursor >= fromBlock ? cursor : fromBlock - 1n
  const lag = head === null ? null : head > read ? head - read : 0n
  const waiting = await countUpTo(
    ctx,
    webhookMessages,
    and(
      eq(webhookMessages.businessId, ctx.businessId),
      eq(webhookMessages.destinationId, id),
      eq(webhookMessages.status, 'pending'),
    ),
  )
  return {
    readBlock: read.toString(),
    lagBlocks: lag?.toString() ?? null,
    lagSeconds: lag === null ? null : Math.round((Number(lag) * chain.blockTimeMs) / 1_000),
    isBehind: lag !== null && lag > allowedBlocks({ ...chain, passDepth }),
    waiting,
  }
}
