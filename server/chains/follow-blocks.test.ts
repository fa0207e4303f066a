import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { LeaseLostError } from '@/db/lease'
import { chains } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { propertyRuns } from '@/server/testing/proof'
import { type Cursor, claimCursor, moveCursor, releaseCursor } from './cursor'
import { followBlocks } from './follow-blocks'
import type { Chain } from './registry'
import { openStubs } from './testing/stubs'

const CHAIN_ID = 8_453
const ENGINE = { chainId: CHAIN_ID, consumer: 'engine' } as const
const stubs = openStubs(CHAIN_ID)
openDatabase()
/** Longer than a test takes on a busy machine: a lease that is to end is ended by the test. */
const LEASE_SECONDS = 600

let chain: Chain
let world: FakeChain

/** A chain of blocks that a test lets grow, fall back and be rebuilt. */
class FakeChain {
  blocks: string[] = []
  #made = 0
  grow(count: number): void {
    for (let n = 0; n < count; n++) this.blocks.push(`0x${(++this.#made).toString(16).padStart(64, '0')}`)
  }
  fallBack(count: number): void {
    this.blocks.length = Math.max(1, this.blocks.length - count)
  }
  get head(): number {
    return this.blocks.length - 1
  }
}

beforeAll(async () => {
  const exists = await workerCtx().db.select({ id: chains.chainId }).from(chains).where(sql`chain_id = ${CHAIN_ID}`)
  expect(exists).toHaveLength(1)
})
beforeEach(async () => {
  await workerCtx().db.execute(sql`delete from chain_blocks`)
  await workerCtx().db.execute(sql`delete from chain_cursors`)
  world = new FakeChain()
  world.grow(1)
  const node = await stubs.node({})
  const hex = (number: number) => `0x${number.toString(16)}`
  node.methods.eth_blockNumber = () => hex(world.head)
  node.methods.eth_getBlockByNumber = ([tag]) => {
    const number = Number(tag)
    const hash = world.blocks[number]
    return hash ? { number: hex(number), hash, parentHash: world.blocks[number - 1] ?? hex(0) } : null
  }
  chain = stubs.chain([{ url: node.url }])
})

async function claim(owner = 'one'): Promise<Cursor> {
  const cursor = await claimCursor(workerCtx(), ENGINE, { owner, seconds: LEASE_SECONDS })
  if (!cursor) throw new Error('somebody else has it')
  return cursor
}

/** One poll: returns the consumer's step and moves its cursor. */
async function poll(most: bigint | null) {
  const step = await followBlocks(workerCtx(), chain, await claim(), most)
  await inWorker(({ db }) => moveCursor(db, step.cursor))
  return step
}

it('tells each block once and never skips one, however far behind, for a consumer that reads all', async () => {
  await poll(null)
  world.grow(500)
  expect(await poll(null)).toMatchObject({ blocks: { first: 1n, last: 500n }, isFar: false, reorgedFrom: null })
  expect(await poll(null)).toMatchObject({ blocks: null, isFar: false, reorgedFrom: null })
  world.grow(40)
  expect(await poll(32n)).toMatchObject({ blocks: null, isFar: true, reorgedFrom: null })
})

it('finds where a rebuilt chain parted, also when it grew far beyond, and says so once', async () => {
  for (let n = 0; n < 20; n++) {
    world.grow(1)
    await poll(null)
  }
  world.fallBack(5)
  world.grow(60)
  expect(await poll(null)).toMatchObject({ reorgedFrom: 16n, blocks: { first: 21n, last: 75n } })
  world.grow(1)
  expect(await poll(null)).toMatchObject({ reorgedFrom: null, blocks: { first: 76n, last: 76n } })
})

it('does not take a node that lags for a rebuilt chain, and notices a rebuild that came with it', async () => {
  for (let n = 0; n < 10; n++) {
    world.grow(1)
    await poll(null)
  }
  const gone = world.blocks.slice(8)
  world.fallBack(3)
  expect(await poll(null)).toMatchObject({ isFar: true, reorgedFrom: null, blocks: null })
  world.blocks.push(...gone)
  expect(await poll(null)).toMatchObject({ reorgedFrom: null })
  world.fallBack(3)
  await poll(null)
  world.grow(3)
  expect(await poll(null)).toMatchObject({ reorgedFrom: 8n })
})

it('whatever a chain does, all that was read and is gone is told, and nothing is passed over', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('grow' as const), count: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ do: fc.constant('fall' as const), count: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ do: fc.constant('look' as const), count: fc.constant(1) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await workerCtx().db.execute(sql`delete from chain_blocks`)
      await workerCtx().db.execute(sql`delete from chain_cursors`)
      world.fallBack(10_000)
      /** The block hashes that a consumer of every block has stored, by number. */
      const read = new Map<bigint, string>()
      const inspectOnce = async () => {
        const { blocks, reorgedFrom, cursor } = await poll(null)
        if (reorgedFrom !== null) for (const number of read.keys()) if (number >= reorgedFrom) read.delete(number)
        const first = reorgedFrom ?? blocks?.first
        if (first === undefined) return
        for (let number = first; number <= cursor.head; number++) read.set(number, world.blocks[Number(number)] ?? '')
      }
      for (const { do: what, count } of steps) {
        if (what === 'grow') world.grow(count)
        else if (what === 'fall') world.fallBack(count)
        else await inspectOnce()
      }
      // Beyond every earlier height, so that nothing remains above the head.
      world.grow(200)
      await inspectOnce()
      for (const [number, hash] of read) expect(world.blocks[Number(number)], `block ${number}`).toBe(hash)
      for (let number = 1; number <= world.head; number++)
        expect(read.has(BigInt(number)), `block ${number}`).toBe(true)
    }),
    propertyRuns(12, 160),
  )
})

it('a move renews the lease, with or without a transaction', async () => {
  world.grow(3)
  const mine = await claim('mine')
  const { cursor } = await followBlocks(workerCtx(), chain, mine, null)
  const expire = () => workerCtx().db.execute(sql`update chain_cursors set lease_until = now() - interval '1 second'`)
  await expire()
  const moved = await inWorker(({ db }) => moveCursor(db, cursor))
  expect(await claimCursor(workerCtx(), ENGINE, { owner: 'next', seconds: LEASE_SECONDS })).toBeNull()
  await expire()
  const again = await moveCursor(workerCtx().db, moved, { from: moved })
  expect(again.renewedAt).toBeGreaterThanOrEqual(moved.renewedAt)
  expect(await claimCursor(workerCtx(), ENGINE, { owner: 'next', seconds: LEASE_SECONDS })).toBeNull()
})

it('a holder of the lease that overslept moves nothing, and the next one goes on from what was stored', async () => {
  world.grow(3)
  const mine = await claim('mine')
  const { cursor } = await followBlocks(workerCtx(), chain, mine, null)
  await workerCtx().db.execute(sql`update chain_cursors set lease_until = now() - interval '1 second'`)
  const next = await claim('next')
  expect(next).toMatchObject({ head: 0n, fence: mine.fence + 1 })
  await expect(inWorker(({ db }) => moveCursor(db, cursor))).rejects.toThrow(LeaseLostError)
  expect(await claimCursor(workerCtx(), ENGINE, { owner: 'mine', seconds: LEASE_SECONDS })).toBeNull()
  await releaseCursor(workerCtx(), ENGINE, 'next')
  expect(await claim('mine')).toMatchObject({ head: 0n, fence: next.fence + 1 })
})
