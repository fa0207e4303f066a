import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { CHAIN_ID } from '@/server/indexer/follow/follow-world.test-data'
import { proofTimeout, propertyRuns } from '@/server/testing/proof'
import { claimReplay } from './claim-replay'
import { replayRange } from './replay-range'
import { openReplayWorld } from './replay-world.test-data'

const { world: on, replay, turn, rowOf, patch, canonical, reported } = openReplayWorld()

test(
  'each replay sends each event of the chain once, and events that are gone are reverted, whatever happens',
  async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('mine' as const), n: fc.nat(2) }),
      fc.record({ do: fc.constant('follow' as const), n: fc.constant(0) }),
      fc.record({ do: fc.constant('turn' as const), n: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('killed' as const), n: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ do: fc.constant('pause' as const), n: fc.constant(0) }),
      fc.record({ do: fc.constant('resume' as const), n: fc.constant(0) }),
      fc.record({ do: fc.constant('rebuild' as const), n: fc.nat(6) }),
      fc.record({ do: fc.constant('replay' as const), n: fc.nat(6) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 30 }), async (steps) => {
        await on.forgetAll()
        on.world.blocks.splice(1)
        on.world.mine(transferLog(1n))
        const id = await on.subscribe()
        const replays = new Set<string>()
        const checked = new Set<string>()
        /** Checks a replay as soon as it has ended, because the follower reports later reorgs. */
        const check = async () => {
          for (const replayId of replays) {
            const { status, fromBlock, toBlock } = await rowOf(replayId)
            if (status !== 'done' || checked.has(replayId)) continue
            checked.add(replayId)
            const now = new Set(canonical({ from: Number(fromBlock), to: Number(toBlock) }))
            expect((await reported(replayId)).filter((event) => now.has(event)).sort()).toEqual([...now].sort())
          }
        }
        for (const { do: what, n } of steps) {
          if (what === 'mine') on.world.mine(...Array.from({ length: n }, () => transferLog(1n)))
          if (what === 'follow') await on.follow()
          if (what === 'pause' || what === 'resume') await patch(id, { status: what === 'pause' ? 'paused' : 'active' })
          if (what === 'replay') {
            const made = await replay(id, { from: Math.min(n, on.world.blocks.length - 1) }).catch(() => null)
            if (made) replays.add(made.id)
          }
          if (what === 'turn') await turn(n).catch(orUnavailable)
          if (what === 'killed') await readWithoutStoring(n)
          if (what === 'rebuild' && on.world.blocks.length > 1) {
            const depth = Math.min(on.world.blocks.length - 1, 1 + (n % 5))
            const lost = on.world.forget(depth)
            for (let k = 0; k < depth; k++) on.world.mine(...(k === 0 ? lost.slice(0, n).reverse() : []))
          }
          await check()
        }
        await patch(id, { status: 'active' })
        // A follower detects a reorg only after the chain has grown past it.
        on.world.mineMany(3)
        await on.follow()
        for (let turns = 0; turns < 200 && (await turn()); turns++) await check()
        expect(checked).toEqual(replays)
        const now = new Set(canonical())
        expect((await on.believed(id)).filter((event) => !now.has(event))).toEqual([])
      }),
      propertyRuns(8, 120),
    )
  },
  proofTimeout(240_000),
)

/** Ignores the error of a reorg that the follower has not seen yet. */
function orUnavailable(error: unknown): void {
  if (!(error instanceof RpcUnavailableError)) throw error
}

/** A worker claims a replay and reads, then its lease expires and another one takes over. */
async function readWithoutStoring(blocks: number): Promise<void> {
  const claimed = await claimReplay(workerCtx(), CHAIN_ID, randomUUID())
  if (!claimed) return
  await workerCtx().db.execute(
    sql`update indexer_replays set fence = fence + 1, lease_until = null where id = ${claimed.id}`,
  )
  const follower = { range: { size: blocks, ceiling: blocks } }
  await replayRange(workerCtx(), on.chain, claimed, follower).catch((error: unknown) => {
    if (!(error instanceof LeaseLostError)) orUnavailable(error)
  })
}
