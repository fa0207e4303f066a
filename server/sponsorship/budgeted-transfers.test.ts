import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { gasBudgetDays, gasBudgets, idempotencyKeys, plans, transactions } from '@/db/schema'
import { gasShortageView } from '@/schemas/ledger/contract'
import { transactionView } from '@/schemas/transactions/contract'
import { currentMarket } from '@/server/chains/evm/fees'
import { forgetCaches } from '@/server/changing-cache'
import { workerCtx } from '@/server/ctx'
import { usdMicrosUp } from '@/server/money/usd'
import { budgetDrift } from '@/server/testing/budget-drift'
import { type EngineWorld, openEngineWorld, RECIPIENT } from '@/server/testing/engine-world'
import { CHAIN_ID } from '@/server/testing/local-chain'
import { newWallet } from '@/server/testing/new-wallet'
import { byProof } from '@/server/testing/proof'
import { requireChain } from '@/server/testing/require-chain'
import { type WalletClient, walletClient } from '@/server/testing/wallet-client'
import { costOf, forgetShares } from './sponsorship.test-data'

const INSUFFICIENT = 'Insufficient balance to cover the gas fee for this transfer'
/** The chain's coin has no price here. */
const NOMINAL_E8 = 100_00000000n

let world: EngineWorld
let client: WalletClient

beforeAll(async () => {
  world = await openEngineWorld()
})
afterEach(() => world.chain.resumeMining())
afterEach(() => vi.useRealTimers())
afterAll(() => world.close())
beforeEach(newBusiness)

/** With a wallet that holds a coin. */
async function newBusiness(): Promise<void> {
  client = await walletClient()
  const made = await newWallet(client.tenant)
  await world.chain.test.setBalance({ address: made.address as Hex, value: 10n ** 18n })
}

const db = () => workerCtx().db

async function setBudget(dailyMicros: bigint, businessId = client.businessId): Promise<void> {
  await db()
    .insert(gasBudgets)
    .values({ businessId, chainId: CHAIN_ID, dailyMicros, reason: 'For a test' })
    .onConflictDoUpdate({ target: [gasBudgets.businessId, gasBudgets.chainId], set: { dailyMicros } })
  forgetCaches()
  forgetShares()
}

const send = (key: string = randomUUID()) => {
  const body = { fromAddress: 0, toAddress: RECIPIENT, amount: '0.000001', chainType: 'EVM', chainId: CHAIN_ID }
  return client.post('/v1/wallet/transaction', body, key)
}

/** Sums all days, because a test may run at midnight. */
const budgetOf = async (businessId = client.businessId) => {
  const days = await db().select().from(gasBudgetDays).where(eq(gasBudgetDays.businessId, businessId))
  return {
    reservedMicros: days.reduce((sum, day) => sum + day.reservedMicros, 0n),
    spentMicros: days.reduce((sum, day) => sum + day.spentMicros, 0n),
  }
}

const AT_ONCE = byProof(30, 100)

test(`of ${AT_ONCE} transfers at once as many are accepted as the budget has room for, the others told 402`, async () => {
  const { id } = transactionView.parse((await send()).data)
  const one = (await world.rowOf(id)).gasBudgetMicros
  await newBusiness()
  await setBudget(one * 10n)
  // Stops the clock, so that all are of one day.
  vi.useFakeTimers({ toFake: ['Date'] })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => send()))
  const codes = answers.map(({ code }) => code)
  const rows = await db().select().from(transactions).where(eq(transactions.businessId, client.businessId))
  const reserved = rows.reduce((sum, { gasBudgetMicros }) => sum + gasBudgetMicros, 0n)
  expect(reserved).toBeLessThanOrEqual(one * 10n)
  // The fees of the next block may be other ones.
  const [least = one] = rows.map(({ gasBudgetMicros }) => gasBudgetMicros).toSorted((a, b) => (a < b ? -1 : 1))
  expect(one * 10n - reserved).toBeLessThan(least * 2n)
  expect(codes.filter((code) => code === 202)).toHaveLength(rows.length)
  expect(codes.filter((code) => code === 402)).toHaveLength(AT_ONCE - rows.length)
  for (const { code, message, data } of answers) {
    if (code !== 402) continue
    expect(message).toBe(INSUFFICIENT)
    const { neededUsd, availableUsd } = gasShortageView.strict().parse(data)
    expect(Number(neededUsd)).toBeGreaterThan(Number(availableUsd))
  }
  expect(await db().$count(idempotencyKeys, eq(idempotencyKeys.businessId, client.businessId))).toBe(rows.length)
  expect(await budgetDrift(db())).toEqual([])
})

test('a refused key works once there is budget', async () => {
  await setBudget(0n)
  const key = randomUUID()
  expect(await send(key)).toMatchObject({ code: 402, message: INSUFFICIENT })
  await setBudget(10n ** 9n)
  expect((await send(key)).code).toBe(202)
})

test('what the gas came to is spent when it ends, and the rest is free again', async () => {
  const { id } = transactionView.parse((await send()).data)
  await world.runEngine()
  const row = await world.rowOf(id)
  expect(row).toMatchObject({ status: 'COMPLETED', feeChargedMicros: null })
  const spent = (await costOf(id)) ?? -1n
  // The wallet had coins of its own: the platform paid no more than the gas.
  expect(spent).toBeLessThanOrEqual(usdMicrosUp(row.feeWei ?? 0n, 18, NOMINAL_E8))
  expect(spent).toBeLessThanOrEqual(row.gasBudgetMicros)
  expect(await budgetOf()).toMatchObject({ spentMicros: spent })
  expect(await budgetDrift(db())).toEqual([])
})

test('a wallet the platform fills counts, with what filling it cost', async () => {
  const wallet = await world.newWallet(50_000_000n)
  const { id } = await world.transfer(wallet.address, '1')
  await world.runUntilEnded(id)
  const [{ fees } = { fees: '0' }] = await db().execute<{ fees: string }>(sql`
    select sum(fee_wei)::text as fees from transactions where chain_id = ${CHAIN_ID}
      and (id = ${id} or (type = 'GAS_TOPUP' and to_address = ${wallet.address}))`)
  const { spentMicros: spent } = await budgetOf(world.tenant.businessId)
  // Rounded up once for each of the two.
  expect(spent - usdMicrosUp(BigInt(fees), 18, NOMINAL_E8)).toBeLessThanOrEqual(1n)
  expect(spent).toBeGreaterThan((await costOf(id)) ?? 0n)
  expect(await budgetDrift(db())).toEqual([])
})

test('one that became too expensive for the day fails before it is signed, and gives back what it had', async () => {
  const { id } = transactionView.parse((await send()).data)
  const { gasBudgetMicros: reserved } = await world.rowOf(id)
  await db().update(transactions).set({ gasBudgetMicros: 0n, gasShareMicros: 0n }).where(eq(transactions.id, id))
  const { reservedMicros: kept } = await budgetOf()
  await setBudget(kept + 25n)
  await world.runEngine()
  const row = await world.rowOf(id)
  const { needed = '' } = row.shortfall ?? {}
  expect(row).toMatchObject({
    status: 'FAILED',
    error: `${INSUFFICIENT}: ${needed} USD needed, 0.000025 USD available`,
    shortfall: { unit: 'USD', available: '0.000025' },
  })
  expect(Number(needed)).toBeGreaterThan(0.000025)
  expect(BigInt(Math.round(Number(needed) * 1e6))).toBeLessThanOrEqual(reserved)
  expect(await world.attemptsOf(id)).toEqual([])
})

test('a replacement at a higher fee that does not fit is not signed; one that fits counts', async () => {
  await setBudget(10n ** 12n, world.tenant.businessId)
  const { address } = await world.newWallet()
  await world.chain.test.setBalance({ address: address as Hex, value: 10n ** 18n })
  await world.chain.holdMining()
  const { id } = await world.transfer(address, '0.1', { cNGN: false })
  const other = transactionView.parse((await send()).data)
  const run = world.runEngine()
  const stages = async () => [(await world.rowOf(id)).stage, (await world.rowOf(other.id)).stage]
  await expect.poll(stages).toEqual(['broadcast', 'broadcast'])
  const before = (await world.rowOf(id)).gasBudgetMicros
  await setBudget(0n, world.tenant.businessId)
  const [first] = await world.attemptsOf(id)
  const baseFeePerGas = (first?.maxFeePerGas ?? 0n) * 4n
  await world.chain.test.setNextBlockBaseFeePerGas({ baseFeePerGas })
  // The engine remembers the fees of a block: the reservation may cover a replacement at the lower ones.
  const market = async () => (await currentMarket(await requireChain())).baseFeePerGas
  await expect.poll(market).toBe(baseFeePerGas)
  await world.setTransaction(id, { speedUpRequestedAt: new Date() })
  await world.setTransaction(other.id, { speedUpRequestedAt: new Date() })
  // A turn that sees the one sees the other.
  await expect.poll(async () => (await world.attemptsOf(other.id)).length).toBe(2)
  expect(await world.attemptsOf(id)).toHaveLength(1)
  expect((await world.rowOf(id)).gasBudgetMicros).toBe(before)
  await setBudget(10n ** 12n, world.tenant.businessId)
  await expect.poll(async () => (await world.attemptsOf(id)).length).toBe(2)
  world.chain.resumeMining()
  await run
  await world.runUntilEnded(id)
  const row = await world.rowOf(id)
  expect(row.gasBudgetMicros).toBeGreaterThan(before)
  expect(await costOf(id)).toBeLessThanOrEqual(row.gasBudgetMicros)
  expect(await budgetDrift(db())).toEqual([])
})

test('without a figure of the operator the most generous plan counts', async () => {
  await db()
    .update(plans)
    .set({ sponsoredDailyMicros: 0n })
    .where(sql`id in (select plan_id from subscriptions where business_id = ${client.businessId})`)
  forgetCaches()
  expect((await send()).code).toBe(402)
  await db()
    .update(plans)
    .set({ sponsoredDailyMicros: 10n ** 9n })
    .where(sql`id in (select max(plan_id) from subscriptions where business_id = ${client.businessId})`)
  forgetCaches()
  expect((await send()).code).toBe(202)
})
