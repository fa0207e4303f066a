import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { alarms, chains, rpcEndpoints } from '@/db/schema'
import { WATCHERS } from '@/registry/watchers'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inOperator, workerCtx } from '@/server/ctx'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { anyOperator } from '@/server/testing/any-operator'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { setEndpointActive, updateEndpoint } from './update-endpoint'

const CHAIN_ID = 84_532
const WHO = anyOperator()
const alarm = { kind: 'endpoint_wrong_chain', chainId: CHAIN_ID, subject: 'first' } as const

openDatabase()
let endpointId: string

/** An endpoint in use that serves another chain, as a process found out. Nobody listens at its address. */
beforeEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, rpcEndpoints]) await db.delete(table)
  await db.update(chains).set({ isActive: true }).where(eq(chains.chainId, CHAIN_ID))
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:9/')
  const changed = await db
    .update(rpcEndpoints)
    .set({ label: 'first', problem: 'Serves chain 5', checkedAt: new Date() })
    .where(eq(rpcEndpoints.chainId, CHAIN_ID))
    .returning({ id: rpcEndpoints.id })
  endpointId = changed[0]?.id ?? ''
  await raiseAlarm(db, { ...alarm, message: 'first: Serves chain 5. It is not used.' })
})

const watcher = WATCHERS.filter(({ kinds }) => kinds.includes('endpoint_wrong_chain'))
const afterPoll = async () => {
  await runWatchers(workerCtx(), watcher)
  return alarmedOf('endpoint_wrong_chain')
}

test('an endpoint that serves another chain stays an alarm, under its new name when it is renamed', async () => {
  expect(await afterPoll()).toEqual(['first'])
  const terms = { label: 'second', role: 'full', priority: 0 } as const
  await inOperator(WHO, (ctx) => updateEndpoint(ctx, { endpointId, ...terms }))
  expect(await afterPoll()).toEqual(['second'])
})

test('one that was right again when its process was killed, before it closed the alarm, is none', async () => {
  await workerCtx().db.update(rpcEndpoints).set({ problem: null }).where(eq(rpcEndpoints.id, endpointId))
  expect(await afterPoll()).toEqual([])
})

test('one out of use, or of a chain that is off, is none', async () => {
  await inOperator(WHO, (ctx) => setEndpointActive(ctx, { endpointId, isActive: false }))
  expect(await afterPoll()).toEqual([])
  await inOperator(WHO, (ctx) => setEndpointActive(ctx, { endpointId, isActive: true }))
  expect(await afterPoll()).toEqual(['first'])
  await workerCtx().db.update(chains).set({ isActive: false }).where(eq(chains.chainId, CHAIN_ID))
  expect(await afterPoll()).toEqual([])
})
