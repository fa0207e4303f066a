import { eq, sql } from 'drizzle-orm'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { indexerSubscriptions } from '@/db/schema'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { inWorker, workerCtx } from '@/server/ctx'
import { findFirstUnreadBlock } from './config-lock'
import { transferLog } from './event-chain.test-data'
import { followChain, newFollower } from './follow-chain'
import { AS_INDEXER, CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, follow, sent, idsSent } = on

describe('a change while a block is being read', () => {
  /** Runs `work` between a request to the node and its answer. */
  function meanwhile(work: () => Promise<void>): void {
    let isDone = false
    const { eth_getLogs: answer } = on.world.methods()
    on.node.methods.eth_getLogs = async (params) => {
      if (!isDone) {
        isDone = true
        await work()
      }
      return answer?.(params)
    }
  }

  test('a new subscription gets the events of that block too', async () => {
    await subscribe()
    on.world.mine(transferLog(1n))
    let later = ''
    meanwhile(async () => {
      later = await subscribe({ fromBlock: 1n })
    })
    await follow()
    expect(await idsSent(later)).toEqual(on.world.eventIds)
    expect(await sent()).toHaveLength(2)
  })

  test('a subscription that now requests other events gets those', async () => {
    const id = await subscribe({ events: ['approval'] })
    on.world.mine(transferLog(1n))
    meanwhile(async () => {
      const { db } = workerCtx()
      await db
        .update(indexerSubscriptions)
        .set({ events: ['transfer'] })
        .where(eq(indexerSubscriptions.id, id))
    })
    await follow()
    expect(await idsSent(id)).toEqual(on.world.eventIds)
  })

  test('a subscription that is being created waits for the store', async () => {
    await subscribe()
    on.world.mine(transferLog(1n))
    const held: { commit?: () => void } = {}
    const making = inWorker(async ({ db }) => {
      await findFirstUnreadBlock(db, { chainId: CHAIN_ID, depth: 0 })
      await new Promise<void>((resolve) => {
        held.commit = resolve
      })
    })
    await vi.waitFor(() => expect(held.commit).toBeDefined(), 60_000)
    const following = follow()
    await vi.waitFor(async () => expect(await waitingForLocks()).toBe(1), 60_000)
    expect(await sent()).toEqual([])
    held.commit?.()
    await Promise.all([making, following])
    expect(await sent()).toHaveLength(1)
  })
})

async function waitingForLocks(): Promise<number> {
  const rows = await workerCtx().db.execute(
    sql`select 1 from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.length
}

describe('a follower that lost its lease', () => {
  test('stores nothing, and the next one sends everything once', async () => {
    const id = await subscribe()
    on.world.mine(transferLog(1n))
    const mine = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'one', seconds: 30 })
    await workerCtx().db.execute(sql`update chain_cursors set lease_until = now() - interval '1 second'`)
    const theirs = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'other', seconds: 30 })
    if (!mine || !theirs) throw new Error('no lease')
    await expect(followChain(workerCtx(), on.chain, mine, newFollower())).rejects.toThrow(LeaseLostError)
    expect(await sent()).toEqual([])
    await followChain(workerCtx(), on.chain, theirs, newFollower())
    expect(await idsSent(id)).toEqual(on.world.eventIds)
    await releaseCursor(workerCtx(), AS_INDEXER, 'other')
  })

  test('stores nothing if another run of its own moved the cursor', async () => {
    await subscribe({ status: 'paused' })
    on.world.mine(transferLog(1n))
    const before = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'test', seconds: 30 })
    if (!before) throw new Error('no lease')
    await follow()
    on.world.mine(transferLog(2n))
    await expect(followChain(workerCtx(), on.chain, before, newFollower())).rejects.toThrow(LeaseLostError)
    const rows = await workerCtx().db.select().from(indexerSubscriptions)
    expect(rows).toMatchObject([{ droppedCount: 1 }])
  })
})

const counted = z.object({ count: z.number() })
test('a range is stored whole or not at all: a message that cannot be written leaves nothing', async () => {
  await subscribe()
  on.world.mine(transferLog(1n))
  const { db } = workerCtx()
  await db.execute(sql`update chain_cursors set block_number = block_number`)
  const cursor = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'test', seconds: 30 })
  if (!cursor) throw new Error('no lease')
  // The cursor is moved last. If that fails, the earlier writes must be gone too.
  await expect(
    followChain(workerCtx(), on.chain, { ...cursor, fence: cursor.fence + 1 }, newFollower()),
  ).rejects.toThrow(LeaseLostError)
  for (const table of ['indexer_events', 'webhook_messages']) {
    const [row] = await db.execute(sql.raw(`select count(*)::int as count from ${table}`))
    expect(counted.parse(row)).toEqual({ count: 0 })
  }
})
