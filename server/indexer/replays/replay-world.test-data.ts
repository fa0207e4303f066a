import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { indexerReplays, webhookMessages } from '@/db/schema'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { inTenant, workerCtx } from '@/server/ctx'
import { newFollower } from '@/server/indexer/follow/follow-chain'
import { CHAIN_ID, openFollowWorld } from '@/server/indexer/follow/follow-world.test-data'
import { claimReplay, releaseReplay } from './claim-replay'
import { createReplay } from './create-replay'
import { replayRange } from './replay-range'

/** The follower's test world, with replays. */
export function openReplayWorld() {
  const on = openFollowWorld()

  async function replay(
    subscriptionId: string,
    { from = 0, to = on.world.blocks.length - 1, asked = String(randomUUID()) } = {},
  ) {
    const blocks = { chain: on.chain, asked, fromBlock: BigInt(from), toBlock: BigInt(to) }
    return inTenant(on.tenant, (ctx) =>
      createReplay({ ...ctx, projectId: on.tenant.projectId }, { id: subscriptionId, ...blocks }),
    )
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

  return {
    world: on,
    replay,
    turn,
    turnToEnd,
    replayed,
    rowOf: async (id: string) => {
      const [row] = await workerCtx().db.select().from(indexerReplays).where(eq(indexerReplays.id, id))
      if (!row) throw new Error('no such replay')
      return row
    },
  }
}
