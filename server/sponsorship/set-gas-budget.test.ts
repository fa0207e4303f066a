import { asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { auditLog } from '@/db/schema'
import { setGasBudgetInput } from '@/schemas/sponsorship/contract'
import { forgetChains } from '@/server/chains/registry'
import { forgetCaches } from '@/server/changing-cache'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import type { Payer } from '@/server/ledger/ledger.test-data'
import { addRpcEndpoint } from '@/server/testing/add-rpc-endpoint'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { listGasBudgetUse } from './list-gas-budget-use'
import { listGasBudgets } from './list-gas-budgets'
import { setGasBudget } from './set-gas-budget'
import { acceptSponsored, CHAIN_ID, createSponsored, forgetShares } from './sponsorship.test-data'

const WHO = anyOperator()

openDatabase()
let payer: Payer

beforeAll(async () => {
  await addRpcEndpoint(CHAIN_ID, 'http://127.0.0.1:1')
  forgetChains()
})
beforeEach(async () => {
  payer = await createSponsored(5_000_000n)
})

async function set(dailyUsd: string, businessId = payer.businessId): Promise<void> {
  const input = setGasBudgetInput.parse({ businessId, chainId: CHAIN_ID, dailyUsd, reason: 'For a test' })
  await inOperator(WHO, (ctx) => setGasBudget(ctx, input))
  forgetCaches()
  forgetShares()
}
const own = async () =>
  (await inTenant(payer, (ctx) => listGasBudgets(ctx))).find(({ chainId }) => chainId === CHAIN_ID)

test("the operator's figure stands in place of the plan's, until it is taken back", async () => {
  expect(await own()).toMatchObject({ daily: '5.00', left: '5.00', isSet: false })
  await set('0.5')
  expect(await own()).toMatchObject({ daily: '0.50', left: '0.50', isSet: true })
  await expect(acceptSponsored(payer, { micros: 500_001n })).rejects.toMatchObject({ code: 'payment_required' })
  await set('')
  await acceptSponsored(payer, { micros: 500_001n })
  expect(await own()).toMatchObject({ daily: '5.00', reserved: '0.500001', left: '4.499999', isSet: false })
})

test('what is under way is told to the business and to the operator, without what processes took ahead', async () => {
  await acceptSponsored(payer, { micros: 10_000n })
  expect(await own()).toMatchObject({ spent: '0.00', reserved: '0.01', left: '4.99' })
  const use = await inOperator(WHO, (ctx) => listGasBudgetUse(ctx, { chainId: CHAIN_ID }))
  expect(use.find(({ businessId }) => businessId === payer.businessId)).toMatchObject({
    reserved: '0.01',
    left: '4.99',
  })
})

test('a lower figure leaves what was accepted and nothing more', async () => {
  await acceptSponsored(payer, { micros: 1_000_000n })
  await set('0')
  expect(await own()).toMatchObject({ daily: '0.00', left: '0.00', reserved: '1.00' })
  await expect(acceptSponsored(payer, { micros: 1n })).rejects.toMatchObject({ code: 'payment_required' })
})

test('a change leaves its figure and reason in both audit chains, and concerns customers and chains that exist', async () => {
  await set('2.50')
  const rows = await workerCtx()
    .db.select()
    .from(auditLog)
    .where(eq(auditLog.target, payer.businessId))
    .orderBy(asc(auditLog.createdAt))
  expect(rows.map(({ action }) => action)).toEqual(['gas_budget.set', 'gas_budget.set'])
  for (const { detail } of rows) expect(detail).toEqual({ chainId: CHAIN_ID, dailyUsd: '2.50', reason: 'For a test' })
  await expect(set('1', v7())).rejects.toMatchObject({ code: 'not_found' })
  const input = { businessId: payer.businessId, chainId: 5, dailyUsd: 1n, reason: 'For a test' }
  await expect(inOperator(WHO, (ctx) => setGasBudget(ctx, input))).rejects.toMatchObject({ code: 'not_found' })
})

test.each(['-1', '1e3', '1000000.01', 'ten', '0.0000001'])('%s is no budget', (dailyUsd) => {
  const input = { businessId: payer.businessId, chainId: CHAIN_ID, dailyUsd, reason: 'For a test' }
  expect(setGasBudgetInput.safeParse(input).success).toBe(false)
})
