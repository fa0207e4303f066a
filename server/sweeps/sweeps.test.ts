import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  blockedAddresses,
  deposits,
  notices,
  policies,
  projects,
  sweepRules,
  sweepWallets,
  wallets,
  webhookEndpoints,
  webhookMessages,
} from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { decideScreening } from '@/server/deposits/decide-screening'
import { flagDeposits } from '@/server/deposits/flag-deposits'
import { enqueueDepositWallets } from '@/server/handlers/sweeps/arrivals'
import { watchNotices } from '@/server/notices/watch-notices'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID, type LocalChain, startLocalChain } from '@/server/testing/local-chain'
import { openDatabase } from '@/server/testing/open-database'
import { busyOf, newSweeper, PATH, ruleRow, type Sweeper, sweepAt, sweepsOf } from './sweep-world.test-data'
import { sweepRuleWatcher } from './watch-rules'

const BLOCKED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

openDatabase()
let local: LocalChain

beforeAll(async () => {
  local = await startLocalChain()
})
afterAll(() => local.stop())

const MAJOR = 1_000_000n
const tokenRule = (own: Sweeper, change: object = {}) =>
  own.newRule({ chainId: CHAIN_ID, tokenAddress: local.cngn.address, toAddress: own.treasury, ...change })

/** A deposit as the follower confirms it. */
async function deposit(own: Sweeper, address: string, units: bigint, fromAddress: string = local.gasWallet) {
  await local.fundToken(address, units)
  const { db, now } = workerCtx()
  const [wallet] = await db.select().from(wallets).where(eq(wallets.address, address))
  const row = {
    ...{ businessId: own.tenant.businessId, projectId: own.tenant.projectId, walletId: wallet?.id ?? '' },
    ...{ chainId: CHAIN_ID, tokenAddress: local.cngn.address, symbol: 'cNGN', decimals: 6, amountUnits: units },
    ...{ fromAddress, txHash: randomUUID(), blockNumber: 1n, blockHash: randomUUID() },
  }
  const [made] = await db
    .insert(deposits)
    .values({ ...row, stage: 'confirmed' })
    .returning({ id: deposits.id })
  const id = made?.id ?? ''
  await inWorker(async (ctx) => {
    await flagDeposits(ctx.db, [id], now())
    await enqueueDepositWallets(ctx.db, [id], now())
  })
  return id
}

test('what wallets hold above the threshold goes to the target, once, and the rest stays', async () => {
  const own = await newSweeper()
  const [rich = '', poor = '', other = ''] = [
    ...(await own.newWallets({ count: 2 })),
    ...(await own.newWallets({ count: 1, purpose: 'ELSE' })),
  ]
  await local.fundToken(rich, 120n * MAJOR)
  await local.fundToken(poor, 10n * MAJOR)
  await local.fundToken(other, 500n * MAJOR)
  const ruleId = await tokenRule(own, { keep: '20' })
  const runs = await Promise.all([sweepAt(), sweepAt(), sweepAt()])
  expect(runs.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
  await drainChain()
  const [only, ...more] = await sweepsOf(ruleId)
  expect(more).toEqual([])
  expect(only).toMatchObject({
    ...{ type: 'SWEEP', status: 'COMPLETED', fromAddress: rich, toAddress: own.treasury, amountUnits: 100n * MAJOR },
    ...{ sweepTrigger: 'balance', signerType: 'BUSINESS_HD', projectId: own.tenant.projectId },
  })
  expect(await local.tokenBalance(own.treasury)).toBe(100n * MAJOR)
  expect(await own.get(`/v1/wallet/transaction/${only?.id}`)).toMatchObject({
    data: { type: 'SWEEP', sweep: { ruleId, trigger: 'balance' } },
  })
  expect(await own.get(`/v1/wallet/transaction/history?sweepRuleId=${ruleId}`)).toMatchObject({
    data: { pagination: { total: 1 } },
  })
  // The wallet is looked at once more, and nothing is left to do.
  expect(await sweepAt()).toMatchObject({ accepted: 0, nothing: 1 })
  expect(await busyOf(ruleId)).toEqual([])
  expect(await local.tokenBalance(rich)).toBe(20n * MAJOR)
})

test('a confirmed deposit is swept, and one that comes while a sweep is open behind it', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own)
  await sweepAt()
  await deposit(own, wallet, 60n * MAJOR)
  await sweepAt()
  await deposit(own, wallet, 70n * MAJOR)
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  await drainChain()
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  const made = await sweepsOf(ruleId)
  expect(made.map(({ sweepTrigger, amountUnits }) => [sweepTrigger, amountUnits])).toEqual([
    ['deposit', 60n * MAJOR],
    ['deposit', 70n * MAJOR],
  ])
  expect(await local.tokenBalance(own.treasury)).toBe(130n * MAJOR)
})

test('a deposit from a blocked address stays until its flag is cleared, and then is swept too', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own)
  const { tenant, businessId } = own
  const blocked = { businessId, address: BLOCKED, reason: 'test', createdBy: 'test' }
  await inWorker(({ db }) => db.insert(blockedAddresses).values(blocked))
  const depositId = await deposit(own, wallet, 70n * MAJOR, BLOCKED)
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  expect(await busyOf(ruleId)).toEqual([])
  await deposit(own, wallet, 60n * MAJOR)
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  expect(await local.tokenBalance(own.treasury)).toBe(60n * MAJOR)
  await sweepAt()
  expect(await local.tokenBalance(wallet)).toBe(70n * MAJOR)
  const decide = () =>
    inTenant(tenant, (ctx) =>
      decideScreening(ctx, { depositId, decision: 'CLEARED', note: 'A mistake', list: 'BUSINESS', businessId }),
    )
  const decided = await Promise.allSettled([decide(), decide()])
  expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  expect((await sweepsOf(ruleId)).map(({ amountUnits }) => amountUnits)).toEqual([60n * MAJOR, 70n * MAJOR])
  expect(await local.tokenBalance(own.treasury)).toBe(130n * MAJOR)
})

test('what is seen and not final yet is left where it is', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own)
  await deposit(own, wallet, 80n * MAJOR)
  await workerCtx().db.update(deposits).set({ stage: 'seen' }).where(eq(deposits.businessId, own.tenant.businessId))
  expect(await sweepAt()).toMatchObject({ accepted: 0, put_off: 1 })
  await workerCtx()
    .db.update(deposits)
    .set({ stage: 'confirmed' })
    .where(eq(deposits.businessId, own.tenant.businessId))
  expect(await sweepAt(2)).toMatchObject({ accepted: 1 })
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED' }])
})

test('a transfer of the own business wakes the rule, and a sweep to the target wakes none', async () => {
  const own = await newSweeper()
  const [wallet = '', from = ''] = [
    ...(await own.newWallets({ count: 1 })),
    ...(await own.newWallets({ count: 1, purpose: 'ELSE' })),
  ]
  await local.fundToken(from, 90n * MAJOR)
  const ruleId = await tokenRule(own)
  await sweepAt()
  await own.post(
    '/v1/wallet/transaction',
    { fromAddress: from, toAddress: wallet, amount: '90', chainType: 'EVM', chainId: CHAIN_ID, cNGN: true },
    randomUUID(),
  )
  await drainChain()
  expect(await busyOf(ruleId)).toMatchObject([{ trigger: 'transfer', state: 'DUE' }])
  await sweepAt()
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED', sweepTrigger: 'transfer' }])
  await sweepAt()
  expect(await busyOf(ruleId)).toEqual([])
})

test('coins are swept too, without what the platform put there', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  await local.test.setBalance({ address: `0x${wallet.slice(2)}`, value: 10n ** 18n })
  const ruleId = await own.newRule({ chainId: CHAIN_ID, toAddress: own.treasury, threshold: '0.5' })
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  const [only] = await sweepsOf(ruleId)
  expect(only).toMatchObject({ status: 'COMPLETED', tokenAddress: null })
  expect(await local.rpc.getBalance({ address: `0x${own.treasury.slice(2)}` })).toBe(only?.amountUnits)
})

test('a rule with an hour sweeps at that hour alone', async () => {
  const own = await newSweeper()
  const [wallet = ''] = await own.newWallets({ count: 1 })
  const ruleId = await tokenRule(own, { schedule: { at: '22:00', timeZone: 'Africa/Lagos' } })
  await deposit(own, wallet, 60n * MAJOR)
  expect(await sweepAt()).toMatchObject({ accepted: 0 })
  expect(await busyOf(ruleId)).toEqual([])
  const { nextRunAt } = await ruleRow(ruleId)
  const minutes = Math.ceil(((nextRunAt?.getTime() ?? 0) - Date.now()) / 60_000)
  await workerCtx()
    .db.update(sweepRules)
    .set({ nextRunAt: new Date(0) })
    .where(eq(sweepRules.id, ruleId))
  const runs = await Promise.all([sweepAt(), sweepAt()])
  expect(runs.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(1)
  await drainChain()
  expect(await sweepsOf(ruleId)).toMatchObject([{ status: 'COMPLETED', sweepTrigger: 'schedule' }])
  expect(await busyOf(ruleId)).toEqual([])
  expect(minutes).toBeLessThanOrEqual(1_500)
  expect((await ruleRow(ruleId)).nextRunAt?.toISOString().slice(10)).toBe('T21:00:00.000Z')
})

test('policies refuse a sweep; it is tried later each time, then held, told, and resumed by hand', async () => {
  const own = await newSweeper()
  const { businessId, projectId } = own.tenant
  const [wallet = ''] = await own.newWallets({ count: 1 })
  await local.fundToken(wallet, 60n * MAJOR)
  const url = 'https://hooks.example'
  const hook = {
    businessId,
    projectId,
    url,
    events: ['wallet.*'],
    secretSealed: new Uint8Array([1]),
    createdBy: 'test',
  }
  await inWorker(async ({ db }) => {
    await db.insert(policies).values({ businessId, projectId, updatedBy: 'test', allowedRecipients: [] })
    await db.insert(webhookEndpoints).values(hook)
  })
  forgetCaches()
  const ruleId = await tokenRule(own)
  for (const [n, minutes] of [0, 11, 61, 361].entries()) {
    if (n > 0) expect(await sweepAt(minutes - 2)).toMatchObject({ failed: 0 })
    expect(await sweepAt(minutes)).toMatchObject({ failed: 1, accepted: 0 })
    expect(await busyOf(ruleId)).toMatchObject([{ failures: n + 1, state: n === 3 ? 'HELD' : 'DUE' }])
  }
  expect(await sweepAt(10_000)).toMatchObject({ failed: 0, accepted: 0 })
  expect(await sweepsOf(ruleId)).toEqual([])
  const messages = await workerCtx().db.select().from(webhookMessages).where(eq(webhookMessages.projectId, projectId))
  expect(messages.map(({ kind }) => kind)).toEqual(['wallet.sweep.stopped'])
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

test('five held wallets stop the rule, with an alarm', async () => {
  const own = await newSweeper()
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
