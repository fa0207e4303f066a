import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexerReplays, webhookMessages } from '@/db/schema'
import { eventPayload } from '@/schemas/indexer/catalog/contract'
import { findBlockAt } from '@/server/chains/follow/find-block-at'
import { type Movement, TOKENS } from '@/server/chains/solana/token-ledger.test-data'
import { inTenant, workerCtx } from '@/server/ctx'
import { newFollower } from '@/server/indexer/follow/follow-chain'
import { openWorldOf } from '@/server/indexer/follow/follow-world.test-data'
import { TokenChain } from '@/server/indexer/follow/token-chain.test-data'
import { propertyRuns } from '@/server/testing/proof'
import { claimReplay, releaseReplay } from './claim-replay'
import { createReplay } from './create-replay'
import { replayRange } from './replay-range'

const CLUSTER = 103
const on = openWorldOf({
  ...{ chainId: CLUSTER, newWorld: () => new TokenChain() },
  terms: { code: 'SOL', chainType: 'SOLANA', blockTimeMs: 400 },
  asked: { contractAddress: TOKENS.old.mint, fromBlock: 1_001n },
})

const MOVE: Movement = {
  ...{ token: 'old', what: 'transferChecked', from: 0, to: 1, units: 1n, isInner: false, isRaw: false },
}

async function replay(id: string, { from, to }: { from: number; to: number }): Promise<string> {
  const blocks = { chain: on.chain, asked: randomUUID(), fromBlock: BigInt(from), toBlock: BigInt(to) }
  const ofProject = { projectId: on.tenant.projectId }
  return (await inTenant(on.tenant, (ctx) => createReplay({ ...ctx, ...ofProject }, { id, ...blocks }))).id
}

async function turnToEnd(): Promise<void> {
  for (let turns = 0; turns < 200; turns++) {
    const claimed = await claimReplay(workerCtx(), CLUSTER, randomUUID())
    if (!claimed) return
    const follower = { ...newFollower(), range: { size: 3, ceiling: 3 } }
    await replayRange(workerCtx(), on.chain, claimed, follower).finally(() => releaseReplay(workerCtx(), claimed))
  }
  throw new Error('a replay never ends')
}

async function replayed(replayId: string): Promise<string[]> {
  const rows = await workerCtx()
    .db.select()
    .from(webhookMessages)
    .where(eq(webhookMessages.orderKey, replayId))
    .orderBy(webhookMessages.id)
  return rows.map(({ body }) => eventPayload.strict().parse(JSON.parse(body)).id)
}

async function statusOf(id: string) {
  const [row] = await workerCtx().db.select().from(indexerReplays).where(eq(indexerReplays.id, id))
  return row?.status
}

const anyChain = fc.array(fc.record({ skipped: fc.constantFrom(0, 0, 1, 5), moves: fc.nat(2) }), {
  minLength: 3,
  maxLength: 20,
})

test('replays of any slots, with or without blocks, send their movements once more', async () => {
  await fc.assert(
    fc.asyncProperty(anyChain, fc.nat(), fc.nat(), async (blocks, one, other) => {
      await workerCtx().db.delete(indexerReplays)
      await on.forgetAll()
      on.world.forget(on.world.blocks.length - 1)
      const id = await on.subscribe()
      for (const { skipped, moves } of blocks)
        on.world.mine({ skipped, done: Array.from({ length: moves }, () => on.world.do([MOVE])) })
      await on.follow()
      const newest = on.world.blocks.at(-1)?.slot ?? 0
      const span = newest - 999
      const [from = 0, to = 0] = [1_000 + (one % span), 1_000 + (other % span)].sort((a, b) => a - b)
      const replayId = await replay(id, { from, to })
      await turnToEnd()
      expect(await statusOf(replayId)).toBe('done')
      const asked = on.world.ledger.filter(({ slot }) => slot >= from && slot <= to)
      expect(await replayed(replayId)).toEqual(asked.map(({ id: eventId }) => eventId))
    }),
    propertyRuns(6, 80),
  )
})

test('a time means the first slot whose block, or the next one, has that time or a later one', async () => {
  on.world.mine({ skipped: 9 })
  on.world.mine()
  const [, , last = { slot: 0 }] = on.world.blocks
  const at = (slot: number) => findBlockAt(on.chain, 1_700_000_000 + slot, BigInt(last.slot))
  expect(await at(1_000)).toBe(0n)
  // The slots before it have no block, so it has everything since then.
  expect(await at(1_004)).toBe(1_001n)
  expect(await at(last.slot)).toBe(BigInt(last.slot))
  expect(await at(last.slot + 1)).toBe(BigInt(last.slot) + 1n)
})
