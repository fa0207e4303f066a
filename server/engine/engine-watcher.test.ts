import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarms, transactions } from '@/db/schema'
import { raiseAlarm } from '@/server/alarms/raise-alarm'
import { runWatchers } from '@/server/alarms/run-watchers'
import { inTenant, workerCtx } from '@/server/ctx'
import { type SpendingProject, spendingProject } from '@/server/policies/spending-project.test-data'
import { alarmedOf } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { unguardRows } from '@/server/testing/poisoned-rows'
import { engineWatcher } from './engine-watcher'

const CHAIN_ID = 84_532
type Row = Partial<typeof transactions.$inferInsert>

openDatabase()
beforeAll(unguardRows)
let project: SpendingProject

beforeEach(async () => {
  project = await spendingProject()
})
afterEach(async () => {
  await workerCtx().db.delete(alarms)
})

const insert = (row: Row) => inTenant(project.tenant, (ctx) => project.insertRow(ctx, row))
const set = (id: string, row: Row) => workerCtx().db.update(transactions).set(row).where(eq(transactions.id, id))
const raise = (kind: 'needs_operator' | 'stuck_head', subject: string) =>
  raiseAlarm(workerCtx().db, { kind, chainId: CHAIN_ID, subject, message: 'look' })
const poll = () => runWatchers(workerCtx(), [engineWatcher])

test('an alarm about a transaction stays open until its outcome can be proven', async () => {
  const id = await insert({ stage: 'broadcast', needsOperator: 'look' })
  await raise('needs_operator', id)
  await poll()
  expect(await alarmedOf('needs_operator')).toEqual([id])
  await set(id, { stage: 'mined', needsOperator: null })
  await poll()
  expect(await alarmedOf('needs_operator')).toEqual([])
})

test.each(['needs_operator', 'stuck_head'] as const)(
  'an alarm about an address (%s) stays open while its earlier transactions are in no block, whatever came later',
  async (kind) => {
    const { address } = project.wallet
    const stuck = await insert({ stage: 'signed' })
    await raise(kind, address)
    const later = await insert({ stage: 'queued', createdAt: new Date(Date.now() + 60_000) })
    await poll()
    expect(await alarmedOf(kind)).toEqual([address])
    await set(stuck, { stage: 'mined' })
    await poll()
    expect(await alarmedOf(kind)).toEqual([])
    await set(later, { stage: 'signed', createdAt: new Date(0) })
    await raise(kind, address)
    await poll()
    expect(await alarmedOf(kind)).toEqual([address])
  },
)

test('an address of another chain, or without open transactions, keeps no alarm open', async () => {
  await insert({ stage: 'signed', chainId: 97 })
  await insert({ stage: 'final', status: 'COMPLETED' })
  await raise('stuck_head', project.wallet.address)
  await poll()
  expect(await alarmedOf('stuck_head')).toEqual([])
})
