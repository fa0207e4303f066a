import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { chainBlocks } from '@/db/schema'
import { type Cursor, claimCursor, moveCursor } from '@/server/chains/cursor'
import type { Chain } from '@/server/chains/registry'
import { RpcError, RpcUnavailableError } from '@/server/chains/rpc'
import { openStubs } from '@/server/chains/testing/stubs'
import { inWorker, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { growRange, type RangeSize } from './range-size'
import { readTurn } from './read-turn'

const CHAIN_ID = 8_453
const RANGE: RangeSize = { size: 8, ceiling: 200 }
const CONSUMER = { chainId: CHAIN_ID, consumer: 'tokens' } as const
type Range = { blocks: readonly string[] }

const stubs = openStubs(CHAIN_ID)
openDatabase()
/** The hashes of the chain's blocks, by number. */
let hashes: string[]
let chain: Chain

beforeEach(async () => {
  const { db } = workerCtx()
  await db.execute(sql`delete from chain_blocks`)
  await db.execute(sql`delete from chain_cursors`)
  hashes = Array.from({ length: 30 }, (_, number) => hashOf(number))
  const node = await stubs.node({ chainId: CHAIN_ID, head: 29n })
  node.methods.eth_getBlockByNumber = ([tag]) => {
    const hash = hashes[Number(tag)]
    return hash ? { number: tag, hash, parentHash: hashes[Number(tag) - 1] ?? '0x0' } : null
  }
  chain = { ...stubs.chain([{ url: node.url }]), chainId: CHAIN_ID }
})

const hashOf = (number: number, fork = 0) => `0x${(fork * 1_000 + number).toString(16).padStart(64, '0')}`

/** The cursor of a follower that has read blocks 1 to `head`, and remembers each. */
async function cursorAt(head: number): Promise<Cursor> {
  const claimed = await claimCursor(workerCtx(), CONSUMER, { owner: 'test', seconds: 30 })
  if (!claimed) throw new Error('another process holds the cursor')
  const passed = hashes.slice(1, head).map((hash, n) => ({ number: BigInt(n + 1), hash }))
  const read = { ...claimed, head: BigInt(head), hash: hashes[head] ?? null }
  return inWorker(({ db }) => moveCursor(db, read, { passed }))
}

/** One turn after block 10, up to block `upTo`, with this result of the read. */
async function turn(read: (most: number) => Promise<Range | null>, { range = RANGE, upTo = 29n, lowest = 0n } = {}) {
  const cursor = await cursorAt(10)
  const follower = { range }
  const asked: number[] = []
  const result = await readTurn<Range>(workerCtx(), chain, {
    cursor,
    after: cursor,
    upTo,
    lowest,
    follower,
    read: (most) => {
      asked.push(most)
      return read(most)
    },
  })
  return { result, cursor, follower, asked }
}

const refused = new RpcError({ code: -32602, message: 'query returned more than 10000 results' })

test('returns the range with its newest block, and asks for more blocks next time', async () => {
  const range = { blocks: ['eleventh', 'twelfth'] }
  const { result, follower, asked } = await turn(async () => range)
  expect(result).toEqual({ range, newest: 'twelfth' })
  expect(asked).toEqual([8])
  expect(follower.range).toEqual(growRange(RANGE))
})

test('asks for fewer blocks after a refusal, from where it stands', async () => {
  const { result, follower, cursor } = await turn(() => Promise.reject(refused))
  expect(result).toEqual({ turn: 'read', cursor })
  expect(follower.range).toEqual({ size: 4, ceiling: 200 })
})

test.each([
  { of: 'a range of one block', range: { size: 1, ceiling: 200 }, upTo: 29n },
  { of: 'the only block up to the limit', range: RANGE, upTo: 11n },
])('reports the node as unavailable if it refuses $of', async ({ range, upTo }) => {
  await expect(turn(() => Promise.reject(refused), { range, upTo })).rejects.toThrow(RpcUnavailableError)
})

test('passes on an error that is not about the range, and keeps the range', async () => {
  const other = new RpcError({ code: -32602, message: 'missing value for required argument 0' })
  const follower = { range: RANGE }
  const cursor = await cursorAt(10)
  const read = () => Promise.reject(other)
  const given = { cursor, after: cursor, upTo: 29n, lowest: 0n, follower, read }
  await expect(readTurn<Range>(workerCtx(), chain, given)).rejects.toBe(other)
  expect(follower.range).toEqual(RANGE)
})

test('waits for a node that lacks the blocks which another reported, without another range', async () => {
  const { result, cursor, follower } = await turn(async () => ({ blocks: [] }))
  expect(result).toEqual({ turn: 'behind', cursor })
  expect(follower.range).toEqual(RANGE)
})

test('rolls the cursor back to the newest block that a reorg left, and has it read again', async () => {
  const { result, follower } = await turn(async () => {
    for (let number = 8; number < hashes.length; number++) hashes[number] = hashOf(number, 1)
    return null
  })
  expect(result).toEqual({ turn: 'read', cursor: null })
  expect(follower.range).toEqual(RANGE)
  const stored = await claimCursor(workerCtx(), CONSUMER, { owner: 'test', seconds: 30 })
  expect(stored).toMatchObject({ head: 7n, hash: hashOf(7), highest: 10n })
  const remembered = await workerCtx().db.select({ hash: chainBlocks.hash }).from(chainBlocks)
  expect(remembered.map(({ hash }) => hash).sort()).toEqual(hashes.slice(1, 8))
})

test('goes back no further than the follower needs if no remembered block is left', async () => {
  await turn(
    async () => {
      hashes = hashes.map((_, number) => hashOf(number, 1))
      return null
    },
    { lowest: 6n },
  )
  const stored = await claimCursor(workerCtx(), CONSUMER, { owner: 'test', seconds: 30 })
  expect(stored).toMatchObject({ head: 6n, hash: null })
})

test('moves no cursor while the node still has the block that was read last', async () => {
  await expect(turn(async () => null)).rejects.toThrow(RpcUnavailableError)
  const stored = await claimCursor(workerCtx(), CONSUMER, { owner: 'test', seconds: 30 })
  expect(stored).toMatchObject({ head: 10n, hash: hashOf(10) })
})
