import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '@/db/client'
import { chainCursors } from '@/db/schema'
import { indexerDue } from '@/inngest/events'
import { type Cursor, claimCursor } from '@/server/chains/cursor'
import { RpcUnavailableError } from '@/server/chains/rpc'
import { inWorker, workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { isRunningHere, wake } from '@/server/waking/wake'
import { followInTurns, type PollResult, type TurnOutcome } from './follow-in-turns'

openDatabase()
const clock = ownClock()
beforeAll(() => addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9'))

const FOLLOWED = { chainId: CHAIN_ID, consumer: 'indexer', event: indexerDue } as const
const follow = (turn: () => Promise<TurnOutcome> = async () => 'idle') =>
  followInTurns(clock.ctx(), FOLLOWED, async (_, cursor) => ({ turn: await turn(), cursor }))

test('whoever another process keeps away looks again once its lease would be over, at a moment all of them choose', async () => {
  const killed = { owner: randomUUID(), seconds: 60 }
  expect(await claimCursor(workerCtx(), FOLLOWED, killed)).not.toBeNull()
  const first = await follow()
  expect(first.counts.turns).toBe(0)
  const inMs = (first.nextAt?.getTime() ?? 0) - clock.at().getTime()
  expect(inMs).toBeGreaterThanOrEqual(10_000)
  expect(inMs).toBeLessThanOrEqual(15_000)
  expect((first.nextAt?.getTime() ?? 1) % 5_000).toBe(0)
})

test('whom nobody asks for is not looked at again', async () => {
  await inWorker(({ db }) => db.execute('update chain_cursors set lease_owner = null, lease_until = null'))
  const { nextAt, counts } = await follow()
  expect(nextAt).toBeNull()
  expect(counts.turns).toBe(1)
})

test('a run that ends is known to run until its lease is free, so that no other of its process is sent away by it', async () => {
  const { db } = workerCtx()
  let run: Promise<unknown> = Promise.resolve()
  await inWorker(async (other) => {
    run = follow(async () => {
      await other.db.select().from(chainCursors).where(eq(chainCursors.chainId, CHAIN_ID)).for('update')
      return 'idle'
    })
    await expect.poll(() => waitingForLocks(db)).toBe(1)
    expect(isRunningHere(indexerDue, { chainId: CHAIN_ID })).toBe(true)
  })
  await run
  expect(isRunningHere(indexerDue, { chainId: CHAIN_ID })).toBe(false)
})

test('who asks while a run ends is not forgotten', async () => {
  const { nextAt } = await follow(async () => {
    // A wake-up of what runs here only makes it poll again.
    wake(indexerDue, { chainId: CHAIN_ID })
    return 'idle'
  })
  expect(nextAt).toEqual(clock.at())
})

test('keeps its cursor between polls, and reads it again after a poll that failed or returned none', async () => {
  await inWorker(({ db }) => db.execute('update chain_cursors set lease_owner = null, lease_until = null'))
  const polls: ((cursor: Cursor) => PollResult)[] = [
    (cursor) => ({ turn: 'read', cursor: { ...cursor, head: 7n } }),
    () => ({ turn: 'read', cursor: null }),
    () => {
      throw new RpcUnavailableError('away')
    },
    (cursor) => ({ turn: 'idle', cursor }),
  ]
  const seen: { head: bigint; leaseUntil: Date | null }[] = []
  const { counts } = await followInTurns(clock.ctx(), FOLLOWED, async (_, cursor) => {
    const [row] = await workerCtx().db.select().from(chainCursors).where(eq(chainCursors.chainId, CHAIN_ID))
    const poll = polls[seen.length]
    seen.push({ head: cursor.head, leaseUntil: row?.leaseUntil ?? null })
    if (!poll) throw new Error('one poll too many')
    return poll(cursor)
  })
  expect(seen.map(({ head }) => head)).toEqual([0n, 7n, 0n, 0n])
  const [first, held, again, afterFault] = seen.map(({ leaseUntil }) => leaseUntil?.getTime() ?? 0)
  expect(held).toBe(first)
  expect(again).toBeGreaterThan(held ?? 0)
  expect(afterFault).toBeGreaterThan(again ?? 0)
  expect(counts).toEqual({ turns: 3, faults: 1 })
})

test('a wake-up makes the follower load again what it follows', async () => {
  let asked = 0
  const findDepths = async () => {
    asked += 1
    return [0]
  }
  let turns = 0
  await followInTurns(clock.ctx(), { ...FOLLOWED, findDepths }, async (_, cursor) => {
    turns += 1
    if (turns === 1) wake(indexerDue, { chainId: CHAIN_ID })
    return { turn: turns < 2 ? 'waiting' : 'idle', cursor }
  })
  expect([turns, asked]).toEqual([2, 2])
})

async function waitingForLocks(db: Database): Promise<number | undefined> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
  return row?.count
}

test('looks for new blocks keep the distance they are given', async () => {
  const sinceStart: number[] = []
  const startedAt = performance.now()
  await followInTurns(clock.ctx(), { ...FOLLOWED, spacingMs: 700 }, async (_, cursor) => {
    sinceStart.push(performance.now() - startedAt)
    return { turn: sinceStart.length < 4 ? 'waiting' : 'idle', cursor }
  })
  expect(sinceStart).toHaveLength(4)
  // The distance is kept from before a cursor is claimed, which takes as long as it takes: a look after a slow claim
  // may follow sooner, but never before its turn.
  for (const [polls, ms] of sinceStart.entries()) expect(ms).toBeGreaterThanOrEqual(polls * 700)
})

test('who asks for a follower waits for no distance between looks', async () => {
  let polls = 0
  const asked = performance.now()
  await followInTurns(clock.ctx(), { ...FOLLOWED, spacingMs: 60_000 }, async (_, cursor) => {
    polls += 1
    setTimeout(() => wake(indexerDue, { chainId: CHAIN_ID }), 50)
    return { turn: polls < 3 ? 'waiting' : 'idle', cursor }
  })
  expect(polls).toBe(3)
  expect(performance.now() - asked).toBeLessThan(30_000)
})
