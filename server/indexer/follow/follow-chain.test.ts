import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { LeaseLostError } from '@/db/lease'
import { newId } from '@/db/new-id'
import { chains, indexerEvents, indexerSubscriptions, webhookMessages } from '@/db/schema'
import { claimCursor, releaseCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { openStubs } from '@/server/chains/testing/stubs'
import { type Tenant, workerCtx } from '@/server/ctx'
import { eventPayload } from '@/server/indexer/contract'
import { newSigningSecret } from '@/server/indexer/subscriptions/new-signing-secret'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { ALICE, BOB, CONTRACT, EventChain, transferLog } from './event-chain.test-data'
import { followChain, newFollower } from './follow-chain'

const CHAIN_ID = 8_453
const stubs = openStubs(CHAIN_ID)
openDatabase()
let chain: Chain
let world: EventChain
let tenant: Tenant & { projectId: string }

beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of ['chain_blocks', 'chain_cursors', 'webhook_messages', 'indexer_events', 'indexer_subscriptions'])
    await db.execute(sql.raw(`delete from ${table}`))
  world = new EventChain()
  const node = await stubs.node({ methods: world.methods(), chainId: CHAIN_ID })
  chain = { ...stubs.chain([{ url: node.url }]), chainId: CHAIN_ID, code: 'BASE', confirmations: 1 }
  tenant = await createTenant()
})
afterEach(() => releaseCursor(workerCtx(), AS_INDEXER, 'test'))

const AS_INDEXER = { chainId: CHAIN_ID, consumer: 'indexer' } as const

async function subscribe(row: Partial<typeof indexerSubscriptions.$inferInsert> = {}): Promise<string> {
  const { businessId, projectId } = tenant
  const id = newId()
  const { sealed } = await newSigningSecret(id)
  const own = { id, businessId, projectId, chainId: CHAIN_ID, secretSealed: sealed, createdBy: 'test' }
  const asked = { contractAddress: CONTRACT, webhookUrl: 'http://127.0.0.1:9/', events: ['transfer'], fromBlock: 1n }
  await workerCtx()
    .db.insert(indexerSubscriptions)
    .values({ ...own, ...asked, ...row })
  return id
}

async function turn(follower = newFollower()) {
  const cursor = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'test', seconds: 30 })
  if (!cursor) throw new Error('somebody else follows the chain')
  return followChain(workerCtx(), chain, cursor, follower)
}

/** Turns until the chain is read to its final block. */
async function follow(): Promise<void> {
  const follower = newFollower()
  for (let turns = 0; turns < 200; turns++) if ((await turn(follower)) !== 'read') return
  throw new Error('the chain is never read to its end')
}

/** What is on its way, in the order it leaves. */
async function sent(subscriptionId?: string) {
  const rows = await workerCtx()
    .db.select()
    .from(webhookMessages)
    .where(subscriptionId ? eq(webhookMessages.destinationId, subscriptionId) : undefined)
    .orderBy(webhookMessages.id)
  return rows.map((row) => ({ ...row, payload: eventPayload.strict().parse(JSON.parse(row.body)) }))
}
const idsSent = async (subscriptionId?: string) => (await sent(subscriptionId)).map(({ payload }) => payload.id)
const subscriptionOf = async (id: string) => {
  const [row] = await workerCtx().db.select().from(indexerSubscriptions).where(eq(indexerSubscriptions.id, id))
  return row
}

describe('what happens on the chain', () => {
  test('is told with every field of the specification, under the subscription’s own key and order', async () => {
    const id = await subscribe()
    world.mineMany(3)
    const log = transferLog(2_500_000n)
    const block = world.mine(transferLog(1n, { address: '0x00000000000000000000000000000000000000dd' }), log)
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
      ...{ destinationId: id, orderKey: id, url: 'http://127.0.0.1:9/', projectId: tenant.projectId },
    })
    expect(await workerCtx().db.select().from(indexerEvents)).toMatchObject([
      { id: message?.sourceId, subscriptionId: id },
    ])
  })

  test('is told once, in its order, from the first block that is asked for, whatever the ranges', async () => {
    const all = await subscribe()
    const late = await subscribe({ fromBlock: 30n })
    for (let n = 0; n < 60; n++) world.mine(...Array.from({ length: n % 3 }, () => transferLog(BigInt(n))))
    world.longest = 7
    await follow()
    await follow()
    expect(await idsSent(all)).toEqual(world.eventIds)
    const early = world.blocks.slice(0, 30).flatMap(({ logs }) => logs).length
    expect(await idsSent(late)).toEqual(world.eventIds.slice(early))
  })

  test('is told to everybody who asked, to each under what it asked for', async () => {
    const zero = '0x0000000000000000000000000000000000000000'
    const [transfers, mints, other] = [
      await subscribe(),
      await subscribe({ events: ['mint'] }),
      await subscribe({ contractAddress: BOB }),
    ]
    world.mine(transferLog(1n, { from: zero }), transferLog(2n))
    await follow()
    const typesOf = async (id: string) => (await sent(id)).map(({ payload }) => [payload.eventType, payload.amount])
    expect(await typesOf(transfers)).toEqual([
      ['transfer', '1'],
      ['transfer', '2'],
    ])
    expect(await typesOf(mints)).toEqual([['mint', '1']])
    expect(await typesOf(other)).toEqual([])
  })

  test('waits until it is as deep as the chain’s rule wants it', async () => {
    await subscribe()
    chain = { ...chain, confirmations: 3 }
    world.mine(transferLog(1n))
    world.mine()
    await follow()
    expect(await sent()).toEqual([])
    world.mine()
    await follow()
    expect(await sent()).toHaveLength(1)
  })

  test('while a subscription is paused is counted and not sent; after it was deleted neither', async () => {
    const [paused, deleted] = [await subscribe({ status: 'paused' }), await subscribe({ deletedAt: new Date() })]
    world.mine(transferLog(1n), transferLog(2n))
    await follow()
    expect(await sent()).toEqual([])
    expect(await subscriptionOf(paused)).toMatchObject({ droppedCount: 2 })
    expect(await subscriptionOf(deleted)).toMatchObject({ droppedCount: 0 })
  })

  test('that has the name of what was asked for and is something else is counted, and stops nothing', async () => {
    const id = await subscribe()
    const log = transferLog(1n)
    world.mine({ ...log, topics: log.topics.slice(0, 1) }, transferLog(2n))
    await follow()
    expect(await sent()).toHaveLength(1)
    expect(await subscriptionOf(id)).toMatchObject({ undecodableCount: 1, droppedCount: 0 })
  })

  test('is stored in pieces where it is too much for one transaction', async () => {
    const id = await subscribe()
    const many = () => Array.from({ length: 900 }, () => transferLog(1n))
    for (let n = 0; n < 4; n++) world.mine(...many())
    expect(await turn()).toBe('read')
    expect(await idsSent(id)).toHaveLength(1_800)
    await follow()
    expect(await idsSent(id)).toEqual(world.eventIds)
  })
})

describe('a node that', () => {
  test('hides the logs of a block is not believed: nothing is passed over', async () => {
    await subscribe()
    world.mine()
    const block = world.mine(transferLog(1n))
    world.hidden.add(block.hash)
    await expect(follow()).rejects.toThrow(RpcUnavailableError)
    expect(await sent()).toEqual([])
    world.hidden.clear()
    await follow()
    expect(await idsSent()).toEqual(world.eventIds)
  })

  test('refuses long ranges is asked for shorter ones, and never for more again', async () => {
    await subscribe()
    world.mineMany(30)
    world.longest = 4
    const follower = newFollower()
    while ((await turn(follower)) === 'read') expect(follower.range.size).toBeGreaterThan(0)
    expect(follower.range).toEqual({ size: 4, ceiling: 4 })
  })

  test('is far behind what was read makes nothing happen', async () => {
    await subscribe()
    world.mine(transferLog(1n))
    await follow()
    const gone = world.blocks.splice(1)
    expect(await turn()).toBe('waiting')
    world.blocks.push(...gone)
    await follow()
    expect(await sent()).toHaveLength(1)
  })
})

describe('one who lost the lease', () => {
  test('stores nothing, and the next one tells everything once', async () => {
    const id = await subscribe()
    world.mine(transferLog(1n))
    const mine = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'one', seconds: 30 })
    await workerCtx().db.execute(sql`update chain_cursors set lease_until = now() - interval '1 second'`)
    const theirs = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'other', seconds: 30 })
    if (!mine || !theirs) throw new Error('no lease')
    await expect(followChain(workerCtx(), chain, mine, newFollower())).rejects.toThrow(LeaseLostError)
    expect(await sent()).toEqual([])
    await followChain(workerCtx(), chain, theirs, newFollower())
    expect(await idsSent(id)).toEqual(world.eventIds)
    await releaseCursor(workerCtx(), AS_INDEXER, 'other')
  })

  test('nor does one whose own second look moved on meanwhile', async () => {
    await subscribe({ status: 'paused' })
    world.mine(transferLog(1n))
    const before = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'test', seconds: 30 })
    if (!before) throw new Error('no lease')
    await follow()
    world.mine(transferLog(2n))
    await expect(followChain(workerCtx(), chain, before, newFollower())).rejects.toThrow(LeaseLostError)
    const rows = await workerCtx().db.select().from(indexerSubscriptions)
    expect(rows).toMatchObject([{ droppedCount: 1 }])
  })
})

test('a chain that nobody asked about for long is not caught up with', async () => {
  const first = await subscribe()
  world.mine(transferLog(1n))
  await follow()
  await workerCtx()
    .db.update(indexerSubscriptions)
    .set({ deletedAt: new Date() })
    .where(eq(indexerSubscriptions.id, first))
  expect(await turn()).toBe('idle')
  world.mineMany(500)
  const second = await subscribe({ fromBlock: 502n })
  world.mine(transferLog(2n))
  expect(await turn()).toBe('waiting')
  expect(await idsSent(second)).toEqual(world.eventIds.slice(1))
})

test('whatever is rebuilt, the end is the chain’s: told of all that is in it, and told back all that is not', async () => {
  await workerCtx().db.update(chains).set({ confirmations: 1 }).where(eq(chains.chainId, CHAIN_ID))
  const act = fc.oneof(
    fc.record({ do: fc.constant('mine' as const), logs: fc.nat(2) }),
    fc.record({ do: fc.constant('follow' as const), logs: fc.constant(0) }),
    // `logs`: how many of those that were lost come again, in another order.
    fc.record({ do: fc.constant('rebuild' as const), logs: fc.nat(6) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 30 }), async (acts) => {
      const { db } = workerCtx()
      for (const table of [
        'chain_blocks',
        'chain_cursors',
        'webhook_messages',
        'indexer_events',
        'indexer_subscriptions',
      ])
        await db.execute(sql.raw(`delete from ${table}`))
      world.blocks.splice(1)
      const id = await subscribe()
      for (const { do: what, logs } of acts) {
        if (what === 'mine') world.mine(...Array.from({ length: logs }, () => transferLog(1n)))
        if (what === 'follow') await follow()
        if (what === 'rebuild' && world.blocks.length > 1) {
          const depth = Math.min(world.blocks.length - 1, 1 + (logs % 5))
          const lost = world.forget(depth)
          for (let n = 0; n < depth; n++) world.mine(...(n === 0 ? lost.slice(0, logs).reverse() : []))
        }
      }
      world.mineMany(3)
      await follow()
      // What a receiver that keeps the newest word on each event believes.
      const believed = new Map<string, string>()
      for (const { payload } of await sent(id)) believed.set(`${payload.id} ${payload.blockHash}`, payload.status)
      const canonical = world.blocks.flatMap(({ hash, logs }) =>
        logs.map(({ transactionHash }, n) => `${transactionHash}:${n} ${hash}`),
      )
      const standing = [...believed].filter(([, status]) => status === 'success').map(([event]) => event)
      expect(standing.sort()).toEqual(canonical.sort())
    }),
    { numRuns: 40 },
  )
}, 120_000)

const counted = z.object({ count: z.number() })
test('the store is whole or not at all: a message that cannot be written leaves nothing', async () => {
  await subscribe()
  world.mine(transferLog(1n))
  const { db } = workerCtx()
  await db.execute(sql`update chain_cursors set block_number = block_number`)
  const cursor = await claimCursor(workerCtx(), AS_INDEXER, { owner: 'test', seconds: 30 })
  if (!cursor) throw new Error('no lease')
  // The cursor's move is the last write of the transaction: it fails, and what was written before it is not there.
  await expect(followChain(workerCtx(), chain, { ...cursor, fence: cursor.fence + 1 }, newFollower())).rejects.toThrow(
    LeaseLostError,
  )
  for (const table of ['indexer_events', 'webhook_messages']) {
    const [row] = await db.execute(sql.raw(`select count(*)::int as count from ${table}`))
    expect(counted.parse(row)).toEqual({ count: 0 })
  }
})
