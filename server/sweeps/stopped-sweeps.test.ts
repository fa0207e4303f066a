import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { notices, policies, projects, sweepWallets, wallets, webhookEndpoints, webhookMessages } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { watchNotices } from '@/server/notices/watch-notices'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { deactivateWallet } from '@/server/wallets/deactivate-wallet'
import { sweepRuleWatcher } from './sweep-rule-watcher'
import { busyOf, newSweeper, PATH, ruleRow, sweepAt, sweepsOf } from './sweep-world.test-data'
import { MAJOR, openTokenSweeps } from './token-sweeps.test-data'

const on = openTokenSweeps()
const { tokenRule, deposit } = on

type Sweeper = Awaited<ReturnType<typeof newSweeper>>

/** Adds an endpoint that is subscribed to all events of wallets. */
async function listen({ tenant: { businessId, projectId } }: Sweeper): Promise<void> {
  const url = 'https://hooks.example'
  const sealed = { secretSealed: new Uint8Array([1]), createdBy: 'test' }
  await inWorker(({ db }) =>
    db.insert(webhookEndpoints).values({ businessId, projectId, url, events: ['wallet.*'], ...sealed }),
  )
  forgetCaches()
}

const messagesOf = ({ tenant: { projectId } }: Sweeper) =>
  workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.projectId, projectId))

test('policies refuse a sweep; it is tried later each time, then held, told, and resumed by hand', async () => {
  const own = await newSweeper()
  const { businessId, projectId } = own.tenant
  const [wallet = ''] = await own.newWallets({ count: 1 })
  await on.local.fundToken(wallet, 60n * MAJOR)
  await listen(own)
  await inWorker(({ db }) =>
    db.insert(policies).values({ businessId, projectId, updatedBy: 'test', allowedRecipients: [] }),
  )
  forgetCaches()
  const ruleId = await tokenRule(own)
  for (const [n, minutes] of [0, 11, 61, 361].entries()) {
    if (n > 0) expect(await sweepAt(minutes - 2)).toMatchObject({ failed: 0 })
    expect(await sweepAt(minutes)).toMatchObject({ failed: 1, accepted: 0 })
    expect(await busyOf(ruleId)).toMatchObject([{ failures: n + 1, state: n === 3 ? 'HELD' : 'DUE' }])
  }
  expect(await sweepAt(10_000)).toMatchObject({ failed: 0, accepted: 0 })
  expect(await sweepsOf(ruleId)).toEqual([])
  expect((await messagesOf(own)).map(({ kind }) => kind)).toEqual(['wallet.sweep.stopped'])
  await watchNotices(workerCtx())
  const open = () =>
    workerCtx()
      .db.select()
      .from(notices)
      .where(and(eq(notices.projectId, projectId), eq(notices.kind, 'sweep_stopped')))
  expect(await open()).toMatchObject([{ closedAt: null }])
  await inWorker(({ db }) => db.delete(policies).where(eq(policies.projectId, projectId)))
  forgetCaches()
  await own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' })
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED' }])
  await watchNotices(workerCtx())
  expect((await open())[0]?.closedAt).not.toBeNull()
})

test('five held wallets stop the rule, with an alarm, and each stop is reported', async () => {
  const own = await newSweeper()
  await listen(own)
  const { businessId } = own.tenant
  const ruleId = await tokenRule(own)
  await own.newWallets({ count: 5 })
  const rows = await workerCtx()
    .db.select()
    .from(wallets)
    .where(and(eq(wallets.businessId, businessId), eq(wallets.purpose, 'DEPOSITS')))
  const held = {
    businessId,
    ruleId,
    state: 'HELD',
    failures: 4,
    reason: 'no',
    trigger: 'deposit',
    dueAt: new Date(0),
  } as const
  await inWorker(({ db }) => db.insert(sweepWallets).values(rows.map(({ id: walletId }) => ({ ...held, walletId }))))
  await own.newWallets({ count: 1 })
  await sweepAt()
  expect(await ruleRow(ruleId)).toMatchObject({ status: 'STOPPED', stoppedReason: expect.stringContaining('no') })
  const stops = await messagesOf(own)
  const stopped = z.object({ data: z.object({ address: z.string() }) })
  const addresses = stops.map(({ body }) => stopped.parse(JSON.parse(body)).data.address)
  expect(new Set(addresses)).toEqual(new Set(rows.map(({ address }) => address)))
  // The stops of the wallets, and that of the rule.
  expect(new Set(stops.map(({ reportedAs }) => reportedAs)).size).toBe(6)
  expect(await sweepRuleWatcher.findCauses(workerCtx())).toMatchObject([
    { kind: 'sweep_rule_stopped', chainId: CHAIN_ID },
  ])
  await own.patch(`${PATH}/${ruleId}`, { status: 'ACTIVE' })
  await sweepAt()
  expect(await busyOf(ruleId)).toEqual([])
})

test('nothing is accepted for a suspended project, a paused or a deleted rule', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own)
  await deposit(own, wallet, 60n * MAJOR)
  const set = (status: 'active' | 'suspended') =>
    workerCtx().db.update(projects).set({ status }).where(eq(projects.id, own.tenant.projectId))
  await set('suspended')
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  await set('active')
  forgetCaches()
  await own.patch(`${PATH}/${ruleId}`, { status: 'PAUSED' })
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  await own.delete(`${PATH}/${ruleId}`)
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  expect(await busyOf(ruleId)).toEqual([])
  const again = await tokenRule(own)
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await own.delete(`${PATH}/${again}`)
  await drainChain()
  expect(await sweepsOf(again)).toMatchObject([{ status: 'COMPLETED' }])
})

test('nothing is swept to a deactivated wallet, which could not send it on, and its business is told why', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own)
  const { targetWalletId } = await ruleRow(ruleId)
  await inTenant(own.tenant, (ctx) => deactivateWallet(ctx, targetWalletId))
  await listen(own)
  await deposit(own, wallet, 60n * MAJOR)
  for (const minutes of [0, 11, 61, 361]) expect(await sweepAt(minutes)).toMatchObject({ failed: 1, accepted: 0 })
  expect(await sweepsOf(ruleId)).toEqual([])
  expect(await busyOf(ruleId)).toMatchObject([{ state: 'HELD', reason: expect.stringContaining('deactivated') }])
  expect((await messagesOf(own)).map(({ kind }) => kind)).toEqual(['wallet.sweep.stopped'])
})
