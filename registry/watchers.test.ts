import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { alarms, chainHeads, heartbeats, lanes, rpcEndpoints, transactions } from '@/db/schema'
import { reportLag } from '@/server/alarms/event-loop'
import { MINUTE_JOB, recordHeartbeat } from '@/server/alarms/heartbeat'
import { runWatchers } from '@/server/alarms/run-watchers'
import { listChainNotices } from '@/server/chains/list-chain-notices'
import { findChain, forgetChains } from '@/server/chains/registry'
import { type StubNode, startStubNode } from '@/server/chains/testing/stub-node'
import { inTenant, workerCtx } from '@/server/ctx'
import { reportNotRegistered } from '@/server/jobs/registration-watcher'
import { ensurePlatformWallets } from '@/server/platform/gas-wallet'
import { requestTopUps } from '@/server/platform/top-up'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { createOwner, createTransactionRow, enqueueMessage, type Owner } from '@/server/testing/messages'
import { alarmedOf, openAlarms } from '@/server/testing/open-alarms'
import { openDatabase } from '@/server/testing/open-database'
import { ownClock } from '@/server/testing/own-clock'
import { formatUtc } from '@/server/text/format-utc'
import { WATCHERS } from './watchers'

const CHAIN_ID = 84532
const MINUTE = 60_000
openDatabase()
let node: StubNode
let owner: Owner
const clock = ownClock()

beforeAll(async () => {
  node = await startStubNode({ chainId: CHAIN_ID })
})
beforeEach(async () => {
  const { db } = workerCtx()
  node.mode = 'well'
  owner = await createOwner()
  await addRpcEndpoint(CHAIN_ID, node.url)
  forgetChains()
  await db.delete(heartbeats)
})
afterEach(async () => {
  const { db } = workerCtx()
  for (const table of [alarms, chainHeads]) await db.delete(table)
  await db.update(transactions).set({ status: 'FAILED' })
  await db.delete(rpcEndpoints).where(eq(rpcEndpoints.chainId, CHAIN_ID))
})
afterAll(async () => {
  await node.close()
})

const poll = () => runWatchers(clock.ctx(), WATCHERS)
/** Jobs run while time passes, unless a test says otherwise. */
const later = async (ms: number) => {
  clock.pass(ms)
  await recordHeartbeat(clock.ctx(), MINUTE_JOB)
}
const notices = () => inTenant(owner, ({ db }) => listChainNotices({ db, now: clock.ctx().now }))

describe('a chain', () => {
  const stalled = { kind: 'chain_stalled', chainId: CHAIN_ID, subject: 'BASE' }

  test('that makes no block opens one alarm, which everybody sees, and closes it with the next block', async () => {
    await poll()
    await later(55_000)
    await poll()
    expect(await openAlarms()).toEqual([])
    await later(10_000)
    await poll()
    await later(15_000)
    await poll()
    expect(await openAlarms()).toEqual([stalled])
    expect(await notices()).toMatchObject([{ chainId: CHAIN_ID, kind: 'stalled' }])
    node.head += 1n
    await later(15_000)
    await poll()
    expect(await openAlarms()).toEqual([])
    expect(await notices()).toEqual([])
  })

  test('that starts anew from a lower block is alive', async () => {
    await poll()
    await later(70_000)
    node.head = 3n
    await poll()
    expect(await openAlarms()).toEqual([])
  })

  test.each(['reset', 'html', { status: 503, body: '' }] as const)(
    'whose endpoints all fail (%j) is out of reach',
    async (mode) => {
      await poll()
      node.mode = mode
      await later(30_000)
      await poll()
      expect(await openAlarms()).toEqual([])
      await later(20_000)
      await poll()
      expect(await openAlarms()).toEqual([{ kind: 'chain_unreachable', chainId: CHAIN_ID, subject: 'BASE' }])
      expect(await notices()).toMatchObject([{ kind: 'unreachable' }])
      node.mode = 'well'
      node.head += 1n
      await expect
        .poll(async () => {
          await poll()
          return openAlarms()
        })
        .toEqual([])
    },
  )

  test('is well while one of its endpoints makes blocks', async () => {
    const dead = await startStubNode({ chainId: CHAIN_ID })
    dead.mode = 'reset'
    await addRpcEndpoint(CHAIN_ID, dead.url)
    forgetChains()
    for (let time = 0; time < 3; time++) {
      await poll()
      node.head += 1n
      await later(70_000)
    }
    await poll()
    expect(await openAlarms()).toEqual([])
    await dead.close()
  })
})

describe('transactions', () => {
  test.each(['queued', 'signed', 'broadcast'] as const)(
    'that are %s for ten minutes are one alarm of their chain',
    async (stage) => {
      for (let time = 0; time < 3; time++) await createTransactionRow(owner, { stage, createdAt: clock.at() })
      await later(9 * MINUTE)
      node.head += 1n
      await poll()
      expect(await openAlarms()).toEqual([])
      await later(2 * MINUTE)
      node.head += 1n
      await poll()
      expect(await openAlarms()).toEqual([{ kind: 'transactions_stuck', chainId: CHAIN_ID, subject: 'BASE' }])
      await workerCtx()
        .db.update(transactions)
        .set({ status: 'COMPLETED' })
        .where(eq(transactions.businessId, owner.businessId))
      await poll()
      expect(await openAlarms()).toEqual([])
    },
  )

  test('that stand still tell why their lane waits', async () => {
    const { walletId } = await createTransactionRow(owner, { stage: 'queued', createdAt: clock.at(-11 * MINUTE) })
    const lane = { businessId: owner.businessId, chainId: CHAIN_ID, walletId: walletId ?? '', address: '0x1' }
    await workerCtx()
      .db.insert(lanes)
      .values({ ...lane, blockedReason: 'Waiting for gas' })
    await workerCtx()
      .db.update(transactions)
      .set({ laneWalletId: walletId })
      .where(eq(transactions.walletId, lane.walletId))
    await poll()
    const [alarm] = await workerCtx().db.select().from(alarms).where(eq(alarms.kind, 'transactions_stuck'))
    expect(alarm?.message).toMatch(/^A transaction on .* waits for a block since .*: Waiting for gas$/)
  })

  test.each(['mined', 'awaiting_approval'] as const)('that are %s wait by design', async (stage) => {
    await createTransactionRow(owner, { stage, createdAt: clock.at() })
    await later(60 * MINUTE)
    node.head += 1n
    await poll()
    expect(await openAlarms()).toEqual([])
  })
})

test('a treasury that cannot pay one refill is an alarm until it can', async () => {
  const platform = await ensurePlatformWallets()
  const treasury = platform.find(({ purpose }) => purpose === 'TREASURY')
  const gas = platform.find(({ purpose }) => purpose === 'GAS')
  const chain = await findChain(CHAIN_ID)
  if (!treasury || !gas || !chain) throw new Error('not set up')
  let heldUnits = chain.gasTargetUnits
  node.methods.eth_getBalance = () => `0x${heldUnits.toString(16)}`
  await poll()
  expect(await openAlarms()).toEqual([])
  await requestTopUps(clock.ctx(), chain, [{ lane: gas, shortUnits: 1n, servedTransactionId: null }])
  await poll()
  expect(await openAlarms()).toEqual([{ kind: 'refill_unpaid', chainId: CHAIN_ID, subject: treasury.address }])
  heldUnits += 10n ** 16n
  await poll()
  expect(await openAlarms()).toEqual([])
})

test('webhooks nobody delivers are an alarm after two minutes; those that wait for their retry are none', async () => {
  await enqueueMessage(owner, 'https://example.com', { nextAttemptAt: clock.at(60 * MINUTE) })
  const due = clock.at(-1_000)
  const id = await enqueueMessage(owner, 'https://example.com', { nextAttemptAt: due })
  await poll()
  expect(await openAlarms()).toEqual([])
  await later(3 * MINUTE)
  node.head += 1n
  await poll()
  expect(await openAlarms()).toEqual([{ kind: 'webhook_backlog', chainId: null, subject: 'dispatcher' }])
  expect(await workerCtx().db.select({ message: alarms.message }).from(alarms)).toEqual([
    { message: `A webhook message is late, the oldest since ${formatUtc(due)}` },
  ])
  await workerCtx().db.execute(`update webhook_messages set status = 'delivered' where id = '${id}'`)
  await poll()
  expect(await openAlarms()).toEqual([])
})

describe('jobs', () => {
  test('that no longer run are an alarm, also when none ever ran', async () => {
    await poll()
    clock.pass(4 * MINUTE)
    node.head += 1n
    await poll()
    expect(await openAlarms()).toEqual([{ kind: 'jobs_silent', chainId: null, subject: 'job engine' }])
    await recordHeartbeat(clock.ctx(), MINUTE_JOB)
    await poll()
    expect(await openAlarms()).toEqual([])
  })

  test('that the job server does not take are an alarm while a process tries, also one that was killed', async () => {
    const notTaken = () => alarmedOf('jobs_not_registered')
    await reportNotRegistered(clock.ctx(), 'refused')
    await later(30_000)
    await poll()
    expect(await notTaken()).toEqual(['job server'])
    await reportNotRegistered(clock.ctx(), 'refused')
    await later(60_000)
    await poll()
    expect(await notTaken()).toEqual(['job server'])
    await later(40_000)
    await poll()
    expect(await notTaken()).toEqual([])
  })
})

test('a process that gets to its work late is an alarm, until none is for three looks', async () => {
  const slow = () => alarmedOf('event_loop_slow')
  await reportLag(clock.ctx(), 200)
  await poll()
  expect(await slow()).toEqual([])
  await reportLag(clock.ctx(), 201)
  await later(45_000)
  await poll()
  expect(await slow()).toEqual(['event loop'])
  await later(10_000)
  await poll()
  expect(await slow()).toEqual([])
})
