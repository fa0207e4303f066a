import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { indexerReplays, webhookMessages } from '@/db/schema'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { newFollower } from '@/server/indexer/follow/follow-chain'
import { CHAIN_ID, openFollowWorld } from '@/server/indexer/follow/follow-world.test-data'
import { updateIndexerSubscription } from '@/server/indexer/subscriptions/update-indexer-subscription'
import { claimReplay, releaseReplay } from './claim-replay'
import { createReplay } from './create-replay'
import { replayRange } from './replay-range'

/** The follower's test world, with replays. */
export function openReplayWorld() {
  const on = openFollowWorld()

  const asTenant = <T>(work: (ctx: Parameters<typeof updateIndexerSubscription>[0]) => Promise<T>) =>
    inTenant(on.tenant, (ctx) => work({ ...ctx, projectId: on.tenant.projectId }))

  async function replay(
    subscriptionId: string,
    { from = 0, to = on.world.blocks.length - 1, asked = String(randomUUID()) } = {},
  ) {
    const blocks = { chain: on.chain, asked, fromBlock: BigInt(from), toBlock: BigInt(to) }
    return asTenant((ctx) => createReplay(ctx, { id: subscriptionId, ...blocks }))
  }

  /** Runs one turn over `blocks` blocks; false if no replay is ready. */
  async function turn(blocks = 3): Promise<boolean> {
    const claimed = await claimReplay(workerCtx(), CHAIN_ID, randomUUID())
    if (!claimed) return false
    const follower = { ...newFollower(), range: { size: blocks, ceiling: blocks } }
    try {
      await replayRange(workerCtx(), on.chain, claimed, follower)
    } finally {
      await releaseReplay(workerCtx(), claimed)
    }
    return true
  }

  async function turnToEnd(): Promise<void> {
    for (let turns = 0; turns < 500; turns++) if (!(await turn())) return
    throw new Error('a replay never ends')
  }

  /** The messages of a replay, in sending order. */
  async function replayed(replayId: string) {
    const rows = await workerCtx()
      .db.select()
      .from(webhookMessages)
      .where(and(eq(webhookMessages.orderKey, replayId), eq(webhookMessages.kind, 'indexer.event')))
      .orderBy(webhookMessages.id)
    return rows.map(({ body }) => eventPayload.strict().parse(JSON.parse(body)))
  }

  /** `id hash` of every event in a range of blocks, as the chain is now. */
  function canonical({ from = 0, to = Number.POSITIVE_INFINITY } = {}): string[] {
    return on.world.blocks
      .filter(({ number }) => number >= from && number <= to)
      .flatMap(({ hash, logs }) => logs.map(({ transactionHash }, n) => `${transactionHash}:${n} ${hash}`))
  }

  return {
    world: on,
    asTenant,
    replay,
    turn,
    turnToEnd,
    replayed,
    canonical,
    patch: (id: string, change: { status?: 'active' | 'paused'; events?: string[] }) =>
      asTenant((ctx) => updateIndexerSubscription(ctx, { id, ...change })),
    /** The events that a replay sent, in the form of `canonical`. */
    reported: async (replayId: string) => (await replayed(replayId)).map(({ id, blockHash }) => `${id} ${blockHash}`),
    rowOf: async (id: string) => {
      const [row] = await workerCtx().db.select().from(indexerReplays).where(eq(indexerReplays.id, id))
      if (!row) throw new Error('no such replay')
      return row
    },
  }
}
