import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { indexerEvents, indexerSubscriptions } from '@/db/schema'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { workerCtx } from '@/server/ctx'
import { createWakeSignal } from '@/server/waking/create-wake-signal'
import { ALICE, BOB, CONTRACT, transferLog } from './event-chain.test-data'
import { newFollower } from './follow-chain'
import { CHAIN_ID, openFollowWorld } from './follow-world.test-data'

const on = openFollowWorld()
const { subscribe, turn, follow, sent, idsSent, subscriptionOf } = on

describe('an event on the chain', () => {
  test('is sent with every field of the specification, with the subscription’s own key and order', async () => {
    const id = await subscribe()
    on.world.mineMany(3)
    const log = transferLog(2_500_000n)
    const block = on.world.mine(transferLog(1n, { address: '0x00000000000000000000000000000000000000dd' }), log)
    await follow()
    const [message, ...others] = await sent()
    expect(others).toEqual([])
    expect(message?.payload).toEqual({
      id: `${log.transactionHash}:1`,
      network: 'BASE',
      contractAddress: CONTRACT,
      eventType: 'transfer',
      transactionHash: log.transactionHash,
      blockNumber: 4,
      from: ALICE,
      to: BOB,
      amount: '2500000',
      status: 'success',
      timestamp: 1_700_000_004_000,
      decoded: { from: ALICE, to: BOB, value: '2500000' },
      chainId: CHAIN_ID,
      blockHash: block.hash,
      subscriptionId: id,
    })
    expect(message).toMatchObject({
      ...{ source: 'indexer', kind: 'indexer.event', scheme: 'indexer', keySource: 'subscription' },
      ...{ destinationId: id, orderKey: id, url: 'http://127.0.0.1:9/', projectId: on.tenant.projectId },
    })
    expect(await workerCtx().db.select().from(indexerEvents)).toMatchObject([
      { id: message?.sourceId, subscriptionId: id },
    ])
  })

  test('is sent once, in order, from the first requested block, whatever the ranges', async () => {
    const all = await subscribe()
    const late = await subscribe({ fromBlock: 30n })
    for (let n = 0; n < 60; n++) on.world.mine(...Array.from({ length: n % 3 }, () => transferLog(BigInt(n))))
    on.world.longest = 7
    await follow()
    await follow()
    expect(await idsSent(all)).toEqual(on.world.eventIds)
    const early = on.world.blocks.slice(0, 30).flatMap(({ logs }) => logs).length
    expect(await idsSent(late)).toEqual(on.world.eventIds.slice(early))
  })

  test('is sent to every subscription that requests it, under the key it requests', async () => {
    const zero = '0x0000000000000000000000000000000000000000'
    const [transfers, mints, other] = [
      await subscribe(),
      await subscribe({ events: ['mint'] }),
      await subscribe({ contractAddress: BOB }),
    ]
    on.world.mine(transferLog(1n, { from: zero }), transferLog(2n))
    await follow()
    const typesOf = async (id: string) => (await sent(id)).map(({ payload }) => [payload.eventType, payload.amount])
    expect(await typesOf(transfers)).toEqual([
      ['transfer', '1'],
      ['transfer', '2'],
    ])
    expect(await typesOf(mints)).toEqual([['mint', '1']])
    expect(await typesOf(other)).toEqual([])
  })

  test('waits until its block is as deep as the chain’s rule requires', async () => {
    await subscribe()
    on.chain = { ...on.chain, confirmations: 3 }
    on.world.mine(transferLog(1n))
    on.world.mine()
    await follow()
    expect(await sent()).toEqual([])
    on.world.mine()
    await follow()
    expect(await sent()).toHaveLength(1)
  })

  test('is counted and not sent while a subscription is paused; neither after it was deleted', async () => {
    const [paused, deleted] = [await subscribe({ status: 'paused' }), await subscribe({ deletedAt: new Date() })]
    on.world.mine(transferLog(1n), transferLog(2n))
    await follow()
    expect(await sent()).toEqual([])
    expect(await subscriptionOf(paused)).toMatchObject({ droppedCount: 2 })
    expect(await subscriptionOf(deleted)).toMatchObject({ droppedCount: 0 })
  })

  test('with the topic of a requested event and other content is counted, and stops nothing', async () => {
    const id = await subscribe()
    const log = transferLog(1n)
    on.world.mine({ ...log, topics: log.topics.slice(0, 1) }, transferLog(2n))
    await follow()
    expect(await sent()).toHaveLength(1)
    expect(await subscriptionOf(id)).toMatchObject({ undecodableCount: 1, droppedCount: 0 })
  })

  test('that cannot be decoded is counted once, whatever replaces its block', async () => {
    const id = await subscribe({ confirmations: 1, passDepth: 1 })
    const log = transferLog(1n)
    const odd = { ...log, topics: log.topics.slice(0, 1) }
    on.world.mine(odd, transferLog(2n))
    await follow()
    const lost = on.world.forget(1)
    on.world.mine(...lost, odd)
    on.world.mine()
    await follow()
    await follow()
    expect(await subscriptionOf(id)).toMatchObject({ undecodableCount: 1 })
    on.world.mine(odd)
    await follow()
    expect(await subscriptionOf(id)).toMatchObject({ undecodableCount: 2 })
  })

  test('is stored with others in several transactions if there are too many for one', async () => {
    const id = await subscribe()
    const many = () => Array.from({ length: 900 }, () => transferLog(1n))
    for (let n = 0; n < 4; n++) on.world.mine(...many())
    expect(await turn()).toBe('waiting')
    expect(await idsSent(id)).toEqual(on.world.eventIds)
    const written = await workerCtx().db.execute(
      sql`select min(block_number)::int as first, count(*)::int as events from indexer_events group by xmin::text order by 1`,
    )
    expect([...written]).toEqual([
      { first: 1, events: 1_800 },
      { first: 3, events: 1_800 },
    ])
    // No range was read a second time for it.
    expect(on.node.asked.filter((method) => method === 'eth_getLogs')).toHaveLength(1)
  })
})

describe('a node that', () => {
  test('is slow proves the blocks of a range in parallel', async () => {
    await subscribe()
    for (let n = 0; n < 19; n++) on.world.mine(transferLog(1n))
    const { eth_getBlockReceipts: receiptsOf } = on.node.methods
    const wakeSignal = createWakeSignal()
    const isAnotherAsked = wakeSignal.next()
    let asked = 0
    on.node.methods.eth_getBlockReceipts = async (params) => {
      asked += 1
      // Ten fit into one request, which is answered only after the next one arrived.
      if (asked > 10) wakeSignal.wake()
      await isAnotherAsked
      return receiptsOf?.(params)
    }
    await follow()
    expect(await idsSent()).toEqual(on.world.eventIds)
  })

  test('hides the logs of a block is not believed: no block is skipped', async () => {
    await subscribe()
    on.world.mine()
    const block = on.world.mine(transferLog(1n))
    on.world.hidden.add(block.hash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await sent()).toEqual([])
    on.world.hidden.clear()
    await follow()
    expect(await idsSent()).toEqual(on.world.eventIds)
  })

  test.each([
    ['its index lacks', { knowsReceipts: true, hidesReceipts: false }],
    ['its index and its receipts lack', { knowsReceipts: true, hidesReceipts: true }],
    ['its index lacks, without receipts of blocks,', { knowsReceipts: false, hidesReceipts: false }],
  ])('reports some logs of a block and hides others that %s is not believed', async (_what, how) => {
    await subscribe()
    Object.assign(on.world, how)
    const [first, second] = [transferLog(1n), transferLog(2n, { to: CONTRACT })]
    on.world.mine(first, second)
    on.world.hiddenLogs.add(second.transactionHash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await sent()).toEqual([])
    on.world.hiddenLogs.clear()
    await follow()
    expect(await idsSent()).toEqual(on.world.eventIds)
  })

  test('leaves out what looks like another log of its block is not believed if it has receipts', async () => {
    await subscribe()
    const [first, second] = [transferLog(1n), transferLog(2n)]
    on.world.mine(first, second)
    on.world.hiddenLogs.add(second.transactionHash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await sent()).toEqual([])
  })

  test('refuses long ranges gets shorter ones, and never longer ones again', async () => {
    await subscribe()
    on.world.mineMany(30)
    on.world.longest = 4
    const follower = newFollower()
    while ((await turn(follower)) === 'read') expect(follower.range.size).toBeGreaterThan(0)
    expect(follower.range).toEqual({ size: 4, ceiling: 4 })
  })

  test('is far behind the read position changes nothing', async () => {
    await subscribe()
    on.world.mine(transferLog(1n))
    await follow()
    const gone = on.world.blocks.splice(1)
    expect(await turn()).toBe('waiting')
    on.world.blocks.push(...gone)
    await follow()
    expect(await sent()).toHaveLength(1)
  })
})

test('a chain without subscriptions for a long time is not caught up on', async () => {
  const first = await subscribe()
  on.world.mine(transferLog(1n))
  await follow()
  await workerCtx()
    .db.update(indexerSubscriptions)
    .set({ deletedAt: new Date() })
    .where(eq(indexerSubscriptions.id, first))
  expect(await turn()).toBe('idle')
  on.world.mineMany(500)
  const second = await subscribe({ fromBlock: 502n })
  on.world.mine(transferLog(2n))
  expect(await turn()).toBe('waiting')
  expect(await idsSent(second)).toEqual(on.world.eventIds.slice(1))
})
