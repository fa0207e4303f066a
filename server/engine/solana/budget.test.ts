import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { gasBudgetDays, gasBudgets } from '@/db/schema'
import { forgetCaches } from '@/server/changing-cache'
import { type Tenant, workerCtx } from '@/server/ctx'
import { usdMicrosUp } from '@/server/money/usd'
import { costOf, forgetShares } from '@/server/sponsorship/sponsorship.test-data'
import { budgetDrift } from '@/server/testing/budget-drift'
import { createTenant } from '@/server/testing/create-tenant'
import {
  CLUSTER_ID,
  type LocalSolana,
  rowOf,
  runEngine,
  SOL,
  solanaBusiness,
  startLocalSolana,
} from '@/server/testing/local-solana'
import { openDatabase } from '@/server/testing/open-database'
import { someone } from '@/server/testing/solana-world'

// Slots run in real time here, so a busy machine needs longer limits.
const INSUFFICIENT = 'Insufficient balance to cover the gas fee for this transfer'
/** The cluster's coin has no price here. */
const NOMINAL_E8 = 100_00000000n

openDatabase()
let solana: LocalSolana
let tenant: Tenant
let business: ReturnType<typeof solanaBusiness>
let wallet: string

beforeAll(async () => {
  solana = await startLocalSolana()
})
afterAll(async () => {
  await solana.stop()
})
beforeEach(newBusiness)
afterEach(() => vi.useRealTimers())
afterEach(async () => expect(await budgetDrift(workerCtx().db)).toEqual([]))

/** Makes a business with a wallet that holds coins. */
async function newBusiness(): Promise<void> {
  tenant = await createTenant()
  business = solanaBusiness(tenant)
  wallet = await business.newWallet()
  await solana.setBalance(wallet, 10n * SOL)
}

async function setBudget(dailyMicros: bigint): Promise<void> {
  const budget = { businessId: tenant.businessId, chainId: CLUSTER_ID, dailyMicros, reason: 'For a test' }
  await workerCtx()
    .db.insert(gasBudgets)
    .values(budget)
    .onConflictDoUpdate({ target: [gasBudgets.businessId, gasBudgets.chainId], set: { dailyMicros } })
  forgetCaches()
  forgetShares()
}

/** Sums all days, because a test may run at midnight. */
const spentOf = async () => {
  const days = await workerCtx().db.select().from(gasBudgetDays).where(eq(gasBudgetDays.businessId, tenant.businessId))
  return days.reduce((sum, { spentMicros }) => sum + spentMicros, 0n)
}
const usd = (lamports: bigint | null) => usdMicrosUp(lamports ?? 0n, 9, NOMINAL_E8)

test('a token transfer reserves the rent of its recipient’s account too, and is charged what it cost', async () => {
  await solana.fundToken('USDC', wallet, 5_000_000n)
  const tokenAddress = solana.tokenOf('USDC').mint.toBase58()
  const coins = await rowOf(await business.transfer(wallet, someone(), '0.1'))
  const tokens = await rowOf(await business.transfer(wallet, someone(), '1.25', { tokenAddress }))
  const rentLamports = BigInt(await solana.connection.getMinimumBalanceForRentExemption(165))
  expect(tokens.gasBudgetMicros - coins.gasBudgetMicros).toBe(usd(rentLamports))
  await runEngine()
  const ended = await Promise.all([rowOf(coins.id), rowOf(tokens.id)])
  for (const row of ended) {
    expect(row.status).toBe('COMPLETED')
    expect(await costOf(row.id)).toBe(usd(row.feeWei))
    expect((await costOf(row.id)) ?? 0n).toBeLessThanOrEqual(row.gasBudgetMicros)
  }
  expect(ended[1]?.feeWei ?? 0n).toBeGreaterThan(rentLamports)
  const costs = await Promise.all(ended.map((row) => costOf(row.id)))
  const spentMicros = costs.reduce<bigint>((sum, cost) => sum + (cost ?? 0n), 0n)
  expect(await spentOf()).toBe(spentMicros)
})

test('the daily budget accepts ten of thirty concurrent transfers and answers the others with 402', async () => {
  const first = await rowOf(await business.transfer(wallet, someone(), '0.1'))
  await newBusiness()
  await setBudget(first.gasBudgetMicros * 10n)
  // Stops the clock, so that all are of one day.
  vi.useFakeTimers({ toFake: ['Date'] })
  const asked = await Promise.allSettled(Array.from({ length: 30 }, () => business.transfer(wallet, someone(), '0.1')))
  const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  expect(refused).toHaveLength(20)
  for (const reason of refused) expect(reason).toMatchObject({ code: 'payment_required', message: INSUFFICIENT })
})

test('a transfer that fails before it is sent costs nothing and frees its reservation', async () => {
  const { id } = await rowOf(await business.transfer(wallet, someone(), '100'))
  await runEngine()
  expect(await rowOf(id)).toMatchObject({ status: 'FAILED', txHash: null })
  expect(await costOf(id)).toBe(0n)
  expect(await spentOf()).toBe(0n)
})
