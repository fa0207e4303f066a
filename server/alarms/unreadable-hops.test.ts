import { afterEach, expect, test } from 'vitest'
import { alarms, heartbeats } from '@/db/schema'
import { resolveClientIp } from '@/server/client-address'
import { workerCtx } from '@/server/ctx'
import { openAlarms } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { runWatchers } from './run-watchers'
import { proxyWatcher, reportUnreadableHop } from './unreadable-hops'

const MINUTE = 60_000
openDatabase()
const clock = ownClock()
afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, heartbeats]) await db.delete(table)
})

const poll = async () => {
  await reportUnreadableHop(clock.ctx())
  await runWatchers(clock.ctx(), [proxyWatcher])
  return openAlarms()
}
const call = (forwarded: string) =>
  resolveClientIp({ peer: '10.0.0.1', forwarded }, { trusted: ['10.0.0.0/8'], header: 'forwarded' })

test('a proxy that names no addresses is one alarm for all its calls, until a quarter of an hour passes without', async () => {
  call('for=198.51.100.7')
  expect(await poll()).toEqual([])
  call('for=unknown')
  call('for=unknown')
  const alarm = { kind: 'proxy_unreadable', subject: 'forwarded' }
  expect(await poll()).toMatchObject([alarm])
  const [row] = await workerCtx().db.select().from(alarms)
  expect(row?.message).toContain('not an address in forwarded: unknown.')
  clock.pass(14 * MINUTE)
  call('for=_hidden')
  clock.pass(1 * MINUTE)
  expect(await poll()).toMatchObject([alarm])
  clock.pass(14 * MINUTE)
  expect(await poll()).toMatchObject([alarm])
  clock.pass(2 * MINUTE)
  expect(await poll()).toEqual([])
})
