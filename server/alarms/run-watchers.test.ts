import { afterEach, expect, test } from 'vitest'
import { alarms, heartbeats } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import { alarmedOf, openAlarms } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { claimInterval } from './heartbeat'
import { raiseAlarm } from './raise-alarm'
import { runWatchers } from './run-watchers'

const CHAIN_ID = 84532

openDatabase()
const clock = ownClock()

afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, heartbeats]) await db.delete(table)
})

test('of many processes one takes the turn', async () => {
  const claim = () => claimInterval(clock.ctx(), { name: 'watchers', everyMs: 14_000 })
  const turns = await Promise.all(Array.from({ length: 8 }, claim))
  expect(turns.filter(Boolean)).toHaveLength(1)
  clock.pass(13_000)
  expect(await claim()).toBe(false)
  clock.pass(2_000)
  expect(await claim()).toBe(true)
})

test('a watcher that fails stops no other and closes no alarm of its own', async () => {
  const kinds = ['chain_stalled'] as const
  const cause = { kind: 'chain_stalled', chainId: CHAIN_ID, subject: 'BASE', message: 'stands still' } as const
  await runWatchers(clock.ctx(), [{ name: 'one', kinds, findCauses: async () => [cause] }])
  const broken = { name: 'one', kinds, findCauses: async () => Promise.reject(new Error('no database')) }
  const other = { ...cause, kind: 'webhook_backlog', subject: 'dispatcher', chainId: null } as const
  await runWatchers(clock.ctx(), [broken, { name: 'two', kinds: ['webhook_backlog'], findCauses: async () => [other] }])
  expect((await openAlarms()).map(({ kind }) => kind).toSorted()).toEqual(['chain_stalled', 'webhook_backlog'])
  expect(await alarmedOf('chain_stalled')).toHaveLength(1)
})

test('an alarm that is raised while its watcher looks stays open', async () => {
  const cause = { kind: 'stuck_head', chainId: CHAIN_ID, subject: 'x', message: 'stands still' } as const
  const findCauses = async ({ db }: WorkerCtx) => {
    await raiseAlarm(db, cause)
    return []
  }
  await runWatchers(clock.ctx(), [{ name: 'late', kinds: ['stuck_head'], findCauses }])
  expect(await alarmedOf('stuck_head')).toEqual(['x'])
})
