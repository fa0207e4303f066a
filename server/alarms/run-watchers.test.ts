import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms, heartbeats } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { testDatabase } from '@/server/testing/test-database'
import { claimTurn } from './heartbeat'
import { runWatchers } from './run-watchers'

const CHAIN_ID = 84532

let database: Awaited<ReturnType<typeof testDatabase>>
let at: number

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  at = Date.now()
})
afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, heartbeats]) await db.delete(table)
})
afterAll(() => database.close())

/** The worker's context at the test's own time. */
const ctx = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) })
const open = async () => {
  const rows = await workerCtx().db.select().from(alarms).where(isNull(alarms.closedAt))
  return rows.map(({ kind, chainId, subject }) => ({ kind, chainId, subject }))
}

test('of many processes one takes the turn', async () => {
  const claim = () => claimTurn(ctx(), { name: 'watchers', everyMs: 14_000 })
  const turns = await Promise.all(Array.from({ length: 8 }, claim))
  expect(turns.filter(Boolean)).toHaveLength(1)
  at += 13_000
  expect(await claim()).toBe(false)
  at += 2_000
  expect(await claim()).toBe(true)
})

test('a watcher that fails stops no other and closes no alarm of its own', async () => {
  const kinds = ['chain_stalled'] as const
  const cause = { kind: 'chain_stalled', chainId: CHAIN_ID, subject: 'BASE', message: 'stands still' } as const
  await runWatchers(ctx(), [{ name: 'one', kinds, findCauses: async () => [cause] }])
  const broken = { name: 'one', kinds, findCauses: async () => Promise.reject(new Error('no database')) }
  const other = { ...cause, kind: 'webhook_backlog', subject: 'dispatcher', chainId: null } as const
  await runWatchers(ctx(), [broken, { name: 'two', kinds: ['webhook_backlog'], findCauses: async () => [other] }])
  expect((await open()).map(({ kind }) => kind).toSorted()).toEqual(['chain_stalled', 'webhook_backlog'])
  const again = await workerCtx()
    .db.select()
    .from(alarms)
    .where(and(eq(alarms.kind, 'chain_stalled'), isNull(alarms.closedAt)))
  expect(again).toHaveLength(1)
})
