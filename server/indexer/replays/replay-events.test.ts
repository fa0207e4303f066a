import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { chainBlocks, chainCursors, chains, indexerReplays, indexerSubscriptions, webhookMessages } from '@/db/schema'
import { answering } from '@/dev/testing/webhook-receiver'
import { replayPage, replayView } from '@/schemas/indexer/replays/contract'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import { forgetChains } from '@/server/chains/registry'
import { workerCtx } from '@/server/ctx'
import { EventChain, transferLog } from '@/server/indexer/follow/event-chain.test-data'
import { followChain, newFollower } from '@/server/indexer/follow/follow-chain'
import { CHAIN_ID, CONTRACT, openDeliveryWorld } from '@/server/indexer/logs/delivery-world.test-data'
import { makeDue } from '@/server/testing/messages'
import { requireChain } from '@/server/testing/require-chain'
import { claimReplay, releaseReplay } from './claim-replay'
import { replayRange } from './replay-range'
import { runReplays } from './run-replays'

const on = openDeliveryWorld()
const { deliver, countsOf, logsOf, exhaust } = on
const address = `0x${CONTRACT.slice(2).toLowerCase()}` as const
let world: EventChain

beforeEach(async () => {
  // The node reported block 100 when the subscription was created, so there are blocks before its start.
  world = new EventChain()
  world.mineMany(110)
  Object.assign(on.node.methods, world.methods())
  await workerCtx().db.update(chains).set({ finality: 'depth', confirmations: 1 }).where(eq(chains.chainId, CHAIN_ID))
  forgetChains()
  // Deletes subscriptions of earlier tests, which belong to another chain.
  await workerCtx().db.update(indexerSubscriptions).set({ deletedAt: new Date() })
  for (const table of [chainCursors, chainBlocks]) await workerCtx().db.delete(table)
  await on.subscribe()
})

const happen = () => world.mine(transferLog(1n, { address })).number
const replay = (body: object) => on.client.post(`${on.path}/replay`, body)

async function follow(): Promise<void> {
  const lease = { chainId: CHAIN_ID, consumer: 'indexer' } as const
  const follower = newFollower()
  for (let turns = 0; turns < 100; turns++) {
    const cursor = await claimCursor(workerCtx(), lease, { owner: 'test', seconds: 30 })
    if (!cursor) throw new Error('somebody else follows the chain')
    if ((await followChain(workerCtx(), await requireChain(CHAIN_ID), cursor, follower)).turn !== 'read') break
  }
  await releaseCursor(workerCtx(), lease, 'test')
}

async function work(): Promise<void> {
  await follow()
  for (;;) {
    const claimed = await claimReplay(workerCtx(), CHAIN_ID, randomUUID())
    if (!claimed) return
    await replayRange(workerCtx(), await requireChain(CHAIN_ID), claimed, newFollower())
    await releaseReplay(workerCtx(), claimed)
  }
}

describe('a replayed event', () => {
  test('keeps its count if it was delivered before, and its log says that it is a replay', async () => {
    const block = happen()
    await follow()
    await deliver()
    const [first] = (await logsOf()).data
    expect(await replay({ fromBlock: block })).toMatchObject({ code: 202 })
    await work()
    await deliver()
    const [again] = (await logsOf()).data
    expect(again).toMatchObject({
      isReplay: true,
      replayOf: first?.id,
      eventId: first?.eventId,
      payload: first?.payload,
    })
    expect(await countsOf()).toMatchObject({ deliveredCount: 1, failedCount: 0, droppedCount: 0 })
  })

  test('moves to delivered if it was dropped or had failed', async () => {
    await on.client.patch(on.path, { status: 'paused' })
    const block = happen()
    await follow()
    await on.client.patch(on.path, { status: 'active' })
    on.receiver.answer(answering(500))
    happen()
    await follow()
    const [message] = await workerCtx()
      .db.select()
      .from(webhookMessages)
      .where(eq(webhookMessages.destinationId, on.subscription.id))
    await exhaust(message?.id ?? '')
    await makeDue(message?.id ?? '')
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 0, failedCount: 1, droppedCount: 1 })
    on.receiver.answer(answering(200))
    await replay({ fromBlock: block })
    await work()
    await deliver()
    expect(await countsOf()).toMatchObject({ deliveredCount: 2, failedCount: 0, droppedCount: 0 })
    const { data } = await logsOf('?status=delivered')
    // The event that was never tried has none.
    expect(data.map(({ isReplay, replayOf }) => [isReplay, replayOf === null]).sort()).toEqual([
      [true, false],
      [true, true],
    ])
  })

  test('is counted as delivered, once, if it is older than the subscription', async () => {
    world.blocks[50]?.logs.push(transferLog(1n, { address }))
    await replay({ fromBlock: 40, toBlock: 60 })
    await work()
    await deliver()
    await replay({ fromBlock: 40, toBlock: 60 })
    await work()
    await deliver()
    expect(on.receiver.visits).toHaveLength(2)
    expect(await countsOf()).toMatchObject({ deliveredCount: 1 })
  })
})

describe('the worker of a chain', () => {
  const run = () => runReplays(workerCtx(), { chainId: CHAIN_ID })
  const rowOf = async (id: string) => {
    const [row] = await workerCtx().db.select().from(indexerReplays).where(eq(indexerReplays.id, id))
    return row
  }

  test('works on several in turn until all events are sent, and then waits to be woken', async () => {
    world.blocks[50]?.logs.push(transferLog(1n, { address }))
    await follow()
    const made = [await replay({ fromBlock: 1, toBlock: 100 }), await replay({ fromBlock: 40, toBlock: 60 })]
    expect(await run()).toEqual({ nextAt: null, counts: { turns: expect.any(Number), faults: 0 } })
    for (const { data } of made)
      expect(await rowOf(replayView.parse(data).id)).toMatchObject({ status: 'done', eventCount: 1, leaseOwner: null })
  })

  test('retries with growing pauses while nodes fail, and gives up in the end', async () => {
    await follow()
    const { id } = replayView.parse((await replay({ fromBlock: 1, toBlock: 100 })).data)
    on.node.methods.eth_getLogs = () => ({ error: { code: -32000, message: 'history has been pruned' } })
    const { nextAt, counts } = await run()
    expect({ isWaiting: nextAt !== null, counts }).toEqual({ isWaiting: true, counts: { turns: 0, faults: 1 } })
    expect(await rowOf(id)).toMatchObject({
      status: 'running',
      faultCount: 1,
      retryAt: expect.any(Date),
      nextBlock: 1n,
    })
    const due = { faultCount: 34, retryAt: null }
    await workerCtx().db.update(indexerReplays).set(due).where(eq(indexerReplays.id, id))
    expect((await run()).nextAt).toBeNull()
    expect(await rowOf(id)).toMatchObject({ status: 'failed', nextBlock: 1n, endedAt: expect.any(Date) })
  })
})

describe('a request for a replay', () => {
  test('by times covers the blocks of these times', async () => {
    const at = (block: number) => new Date((1_700_000_000 + block) * 1_000).toISOString()
    const { data } = await replay({ from: at(20), to: at(30) })
    expect(data).toMatchObject({ fromBlock: 20, toBlock: 30 })
    const { data: open } = await replay({ from: at(20.5) })
    expect(open).toMatchObject({ fromBlock: 21, toBlock: 110 })
  })

  test('returns its progress, can be read, listed and canceled', async () => {
    const made = replayView.strict().parse((await replay({ fromBlock: 3, toBlock: 1_000 })).data)
    expect(made).toMatchObject({ status: 'running', fromBlock: 3, toBlock: 110, nextBlock: 3, eventCount: 0 })
    expect((await replay({ fromBlock: 3, toBlock: 1_000 })).data).toEqual(made)
    expect(replayPage.parse((await on.client.get(`${on.path}/replays`)).data).data).toEqual([made])
    const one = `${on.path}/replays/${made.id}`
    expect((await on.client.get(one)).data).toEqual(made)
    const canceled = await on.client.post(`${one}/cancel`)
    expect(canceled).toMatchObject({ code: 200, data: { status: 'canceled', endedAt: expect.any(String) } })
    expect(await on.client.post(`${one}/cancel`)).toMatchObject({ code: 200, data: canceled.data })
    expect((await on.client.get(`${on.path}/replays/none`)).refusal).toBe('indexer_replay_not_found')
  })

  test.each([
    [{}, 'fromBlock: is required'],
    [{ to: '2026-11-21T00:00:00Z' }, 'from: is required'],
    [{ toBlock: 3 }, 'fromBlock: is required'],
    [{ fromBlock: 1, from: '2026-11-21T00:00:00Z' }, 'from: give blocks or times, not both'],
    [{ fromBlock: 5, toBlock: 4 }, 'toBlock: is below fromBlock'],
    [{ fromBlock: 111 }, 'fromBlock: the newest final block is 110'],
    [{ from: '2100-01-01T00:00:00Z' }, 'from: the newest final block is 110'],
    [{ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }, 'to: no block is of this time'],
    [{ from: '2026-11-21T00:00:00Z', to: '2026-11-20T00:00:00Z' }, 'to: is before from'],
    [{ fromBlock: -1 }, 'fromBlock: '],
    [{ fromBlock: 1.5 }, 'fromBlock: '],
    [{ fromBlock: '1' }, 'fromBlock: '],
    [{ from: 'yesterday' }, 'from: '],
    [{ fromBlock: 1, count: 3 }, 'count: '],
  ])('with %j is refused, and nothing is stored', async (body, problem) => {
    const answer = await replay(body)
    expect(answer).toMatchObject({ code: 400, errors: [expect.stringContaining(problem)] })
    expect(replayPage.parse((await on.client.get(`${on.path}/replays`)).data).data).toEqual([])
  })

  test.each(['fromBlock', 'from'])('of a chain without a final block is refused (%s)', async (field) => {
    await workerCtx().db.update(chains).set({ confirmations: 1_000 }).where(eq(chains.chainId, CHAIN_ID))
    forgetChains()
    const body = field === 'from' ? { from: '2020-01-01T00:00:00Z' } : { fromBlock: 0 }
    expect(await replay(body)).toMatchObject({ code: 400, errors: [`${field}: the chain has no final block yet`] })
  })

  test('for too many blocks is refused', async () => {
    const { eth_getBlockByNumber: answer } = world.methods()
    on.node.methods.eth_blockNumber = () => '0x1e8480'
    on.node.methods.eth_getBlockByNumber = (params) => answer?.(params)
    expect(await replay({ fromBlock: 1 })).toMatchObject({
      code: 400,
      errors: ['fromBlock: at most 1000000 blocks at once, and these are 2000000'],
    })
    expect(await replay({ fromBlock: 1_000_001 })).toMatchObject({ code: 202 })
  })
})
