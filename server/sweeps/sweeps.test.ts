import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blockedAddresses, deposits, sweepRules } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import { decideScreening } from '@/server/deposits/decide-screening'
import { drainChain } from '@/server/testing/drain-chain'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { busyOf, newSweeper, ruleRow, sweepAt, sweepsOf } from './sweep-world.test-data'
import { MAJOR, openTokenSweeps } from './token-sweeps.test-data'

const BLOCKED = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
const on = openTokenSweeps()
const { tokenRule, deposit } = on

test('what wallets hold above the threshold goes to the target, once, and the rest stays', async () => {
  const own = await newSweeper()
  const [rich = '', poor = '', other = ''] = [
    ...(await own.newWallets({ count: 2 })),
    ...(await own.newWallets({ count: 1, purpose: 'ELSE' })),
  ]
  await on.local.fundToken(rich, 120n * MAJOR)
  await on.local.fundToken(poor, 10n * MAJOR)
  await on.local.fundToken(other, 500n * MAJOR)
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
  expect(await on.local.tokenBalance(own.treasury)).toBe(100n * MAJOR)
  expect(await own.get(`/v1/wallet/transaction/${only?.id}`)).toMatchObject({
    data: { type: 'SWEEP', sweep: { ruleId, trigger: 'balance' } },
  })
  expect(await own.get(`/v1/wallet/transaction/history?sweepRuleId=${ruleId}`)).toMatchObject({
    data: { pagination: { total: 1 } },
  })
  // The wallet is checked again, and nothing is left to do.
  expect(await sweepAt()).toMatchObject({ accepted: 0, nothing: 1 })
  expect(await busyOf(ruleId)).toEqual([])
  expect(await on.local.tokenBalance(rich)).toBe(20n * MAJOR)
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
  expect(await on.local.tokenBalance(own.treasury)).toBe(130n * MAJOR)
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
  expect(await on.local.tokenBalance(own.treasury)).toBe(60n * MAJOR)
  await sweepAt()
  expect(await on.local.tokenBalance(wallet)).toBe(70n * MAJOR)
  const decide = () =>
    inTenant(tenant, (ctx) =>
      decideScreening(ctx, { depositId, decision: 'CLEARED', note: 'A mistake', list: 'BUSINESS', businessId }),
    )
  const decided = await Promise.allSettled([decide(), decide()])
  expect(decided.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  expect((await sweepsOf(ruleId)).map(({ amountUnits }) => amountUnits)).toEqual([60n * MAJOR, 70n * MAJOR])
  expect(await on.local.tokenBalance(own.treasury)).toBe(130n * MAJOR)
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
  await on.local.fundToken(from, 90n * MAJOR)
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
  await on.local.test.setBalance({ address: `0x${wallet.slice(2)}`, value: 10n ** 18n })
  const ruleId = await own.newRule({ chainId: CHAIN_ID, toAddress: own.treasury, threshold: '0.5' })
  expect(await sweepAt()).toMatchObject({ accepted: 1 })
  await drainChain()
  const [only] = await sweepsOf(ruleId)
  expect(only).toMatchObject({ status: 'COMPLETED', tokenAddress: null })
  expect(await on.local.rpc.getBalance({ address: `0x${own.treasury.slice(2)}` })).toBe(only?.amountUnits)
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
