import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { indexerSubscriptions } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { newFollower } from '@/server/indexer/follow/follow-chain'
import { CHAIN_ID } from '@/server/indexer/follow/follow-world.test-data'
import { deleteIndexerSubscription } from '@/server/indexer/subscriptions/delete-indexer-subscription'
import { cancelReplay } from './cancel-replay'
import { claimReplay } from './claim-replay'
import { replayRange } from './replay-range'
import { openReplayWorld } from './replay-world.test-data'

const { world: on, replay, turn, turnToEnd, rowOf, asTenant, patch, canonical, reported } = openReplayWorld()

describe('a replay', () => {
  test('stays behind the follower, which detects reorgs', async () => {
    on.world.mine(transferLog(1n))
    const id = await on.subscribe()
    await on.follow()
    on.world.mine(transferLog(2n))
    const { id: replayId } = await replay(id)
    await turnToEnd()
    expect(await reported(replayId)).toEqual(canonical({ to: 1 }))
    await on.follow()
    await turnToEnd()
    expect(await reported(replayId)).toEqual(canonical())
  })

  test('sends the events of its blocks in order, also from before the subscription', async () => {
    for (let n = 0; n < 5; n++) on.world.mine(transferLog(1n), transferLog(2n))
    const id = await on.subscribe({ fromBlock: 6n })
    await on.follow()
    const { id: replayId } = await replay(id, { from: 2, to: 4 })
    await turnToEnd()
    expect(await reported(replayId)).toEqual(canonical({ from: 2, to: 4 }))
    expect(await rowOf(replayId)).toMatchObject({ status: 'done', eventCount: 6, nextBlock: 5n })
  })

  test('sends the events it was created for, even if the subscription requests others meanwhile', async () => {
    on.world.mine(transferLog(1n))
    on.world.mineMany(4)
    on.world.mine(transferLog(2n))
    const id = await on.subscribe()
    await on.follow()
    const { id: replayId } = await replay(id)
    await turn()
    await patch(id, { events: ['approval'] })
    await turnToEnd()
    expect(await reported(replayId)).toEqual(canonical())
  })

  test('sends events that were dropped during a pause, which then no longer count as dropped', async () => {
    const id = await on.subscribe()
    await patch(id, { status: 'paused' })
    on.world.mine(transferLog(1n))
    await on.follow()
    expect(await on.subscriptionOf(id)).toMatchObject({ droppedCount: 1 })
    await on.follow()
    const { id: replayId } = await replay(id)
    expect(await turn()).toBe(false)
    await patch(id, { status: 'active' })
    await turnToEnd()
    expect(await reported(replayId)).toEqual(canonical())
  })

  test('rests while its subscription is paused, and stores nothing that was read before the pause', async () => {
    on.world.mine(transferLog(1n))
    const id = await on.subscribe()
    await on.follow()
    const { id: replayId } = await replay(id)
    const claimed = await claimReplay(workerCtx(), CHAIN_ID, randomUUID())
    if (!claimed) throw new Error('nothing to do')
    await patch(id, { status: 'paused' })
    await replayRange(workerCtx(), on.chain, claimed, newFollower())
    expect(await reported(replayId)).toEqual([])
    expect(await rowOf(replayId)).toMatchObject({ status: 'running', nextBlock: 0n })
  })

  test('that was canceled, or whose subscription is deleted, stores nothing more', async () => {
    on.world.mine(transferLog(1n))
    const id = await on.subscribe()
    for (const end of ['cancel', 'delete']) {
      await on.follow()
      const { id: replayId } = await replay(id)
      const claimed = await claimReplay(workerCtx(), CHAIN_ID, randomUUID())
      if (!claimed) throw new Error('nothing to do')
      await asTenant((ctx) =>
        end === 'cancel'
          ? cancelReplay(ctx, { id, replayId }).then(() => undefined)
          : deleteIndexerSubscription(ctx, id),
      )
      await expect(replayRange(workerCtx(), on.chain, claimed, newFollower())).rejects.toThrow(LeaseLostError)
      expect(await reported(replayId)).toEqual([])
      expect(await rowOf(replayId)).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) })
    }
    expect(await turn()).toBe(false)
  })

  test('starts again after a reorg below what it read, and reports the new blocks', async () => {
    for (let n = 0n; n < 4n; n++) on.world.mine(transferLog(n))
    on.world.mineMany(4)
    const id = await on.subscribe()
    await on.follow()
    const { id: replayId } = await replay(id)
    await turn()
    const before = await reported(replayId)
    expect(before).toEqual(canonical({ to: 2 }))
    on.world.forget(7)
    for (let n = 0n; n < 8n; n++) on.world.mine(transferLog(n))
    await on.follow()
    await turnToEnd()
    const [kept] = before
    expect(await reported(replayId)).toEqual([...before, ...canonical({ to: 8 }).filter((event) => event !== kept)])
  })

  test('waits while too many of its events are undelivered', async () => {
    on.world.mine(transferLog(1n))
    on.world.mineMany(4)
    const id = await on.subscribe()
    await on.follow()
    const { id: replayId } = await replay(id)
    expect(await turn()).toBe(true)
    await workerCtx().db.execute(sql`
      insert into webhook_messages (id, business_id, project_id, source, source_id, kind, url, body, order_key)
      select gen_random_uuid(), business_id, project_id, 'test', gen_random_uuid(), 'webhook.test', url, '{}', order_key
      from webhook_messages, generate_series(1, 2000) where order_key = ${replayId}`)
    expect(await turn()).toBe(false)
    await workerCtx().db.execute(sql`update webhook_messages set attempt_count = 1 where kind = 'webhook.test'`)
    expect(await turn()).toBe(true)
  })
})

test('two equal requests at once make one replay, and a project has at most three running', async () => {
  const id = await on.subscribe()
  const twice = await Promise.all([replay(id, { asked: 'same' }), replay(id, { asked: 'same' })])
  expect(new Set(twice.map((made) => made.id)).size).toBe(1)
  const more = await Promise.allSettled(['b', 'c', 'd', 'e'].map((asked) => replay(id, { asked })))
  expect(more.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  for (const made of more)
    if (made.status === 'rejected') expect(made.reason).toMatchObject({ reason: 'too_many_replays' })
})

test('events that the follower dropped are counted once, however often blocks are read', async () => {
  const id = await on.subscribe()
  await workerCtx().db.update(indexerSubscriptions).set({ status: 'paused' }).where(eq(indexerSubscriptions.id, id))
  on.world.mine(transferLog(1n), transferLog(2n))
  await on.follow()
  await workerCtx().db.execute(sql`update chain_cursors set block_number = 0, block_hash = null`)
  await on.follow()
  expect(await on.subscriptionOf(id)).toMatchObject({ droppedCount: 2 })
})
