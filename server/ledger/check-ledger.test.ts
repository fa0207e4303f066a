import { and, eq, isNull } from 'drizzle-orm'
import postgres from 'postgres'
import { beforeAll, expect, test } from 'vitest'
import { alarms } from '@/db/schema'
import { inOperatorReading, workerCtx } from '@/server/ctx'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { checkLedger } from './check-ledger'
import { getTrialBalance } from './get-trial-balance'
import { CNGN, createHolder, createPlatform, post } from './holder.test-data'
import { listEntries } from './list-entries'

const WHO = anyOperator()

const database = openDatabase()
beforeAll(async () => {
  await createPlatform()
})

const openAlarms = () =>
  workerCtx()
    .db.select({ message: alarms.message })
    .from(alarms)
    .where(and(eq(alarms.kind, 'ledger_drift'), isNull(alarms.closedAt)))
const balance = () => inOperatorReading(WHO, getTrialBalance)

/** An attack with the owner's password after switching the triggers off. */
async function shift(businessId: string, units: number): Promise<void> {
  const owner = postgres(database.url, { max: 1, onnotice: () => {} })
  const statement = `update ledger_accounts set balance_units = balance_units + ${units}
    where business_id = '${businessId}' and currency = 'NGN' and kind = 'available'`
  await owner
    .unsafe(
      `begin; alter table ledger_accounts disable trigger user; ${statement}; alter table ledger_accounts enable trigger user; commit`,
    )
    .simple()
    .finally(() => owner.end())
}

test('the books of every night are looked at, and what is wrong rings until it is right', async () => {
  const { businessId } = await createHolder(1_550n)
  expect((await balance()).checkedAt).toBeNull()
  expect(await checkLedger(workerCtx())).toBe(0)
  expect(await openAlarms()).toEqual([])
  expect(await balance()).toMatchObject({ checkedAt: expect.any(String), problem: null })
  await shift(businessId, 7)
  // The account, its business and the currency.
  expect(await checkLedger(workerCtx())).toBe(3)
  const message = expect.stringMatching(/^The ledger does not add up: .* is off by 7 units of NGN, and 2 more$/)
  expect(await openAlarms()).toEqual([{ message }])
  expect(await balance()).toMatchObject({
    problem: message,
    totals: expect.arrayContaining([{ currency: 'NGN', currencyName: 'NGN', total: '0.07', isBalanced: false }]),
  })
  await shift(businessId, -7)
  expect(await checkLedger(workerCtx())).toBe(0)
  expect(await openAlarms()).toEqual([])
})

test('every account is shown by currency and kind, in whole units', async () => {
  const { businessId } = await createHolder(0n)
  await post(businessId, [
    { currency: 'NGN', kind: 'psp.paystack', units: -155_050n },
    { currency: 'NGN', kind: 'fx', units: 155_050n },
    { currency: 'USD', kind: 'fx', units: -1_000_000n },
    { businessId, currency: 'USD', kind: 'available', units: 1_000_000n },
  ])
  await post(businessId, [
    { currency: CNGN, kind: 'chain.8453', units: -5n },
    { currency: CNGN, kind: 'suspense', units: 5n },
  ])
  const { accounts, totals } = await balance()
  const of = (currency: string, kind: string) =>
    accounts.find((account) => account.currency === currency && account.kind === kind)
  expect(of('NGN', 'psp.paystack')).toMatchObject({ balance: '-1550.5', isPlatform: true, accounts: 1 })
  expect(of('USD', 'fx')).toMatchObject({ balance: '-1', isPlatform: true })
  expect(of('USD', 'available')).toMatchObject({ balance: '1', isPlatform: false })
  expect(of(CNGN, 'suspense')).toMatchObject({ isPlatform: true })
  expect(totals.every(({ isBalanced, total }) => isBalanced && total === '0')).toBe(true)
})

test('what moved through an account of the platform is listed with its rate, newest first', async () => {
  const { businessId } = await createHolder(0n)
  for (const units of [100n, 250n]) {
    await post(businessId, [
      { currency: 'NGN', kind: 'fx', units },
      { currency: 'NGN', kind: 'psp.listed', units: -units },
    ])
  }
  const list = (kind: string) => inOperatorReading(WHO, (ctx) => listEntries(ctx, { currency: 'NGN', kind, page: 1 }))
  const { items, total } = await list('psp.listed')
  expect(total).toBe(2)
  expect(
    items.map(({ amount, journalKind, ngnPerUsd, businessId: of }) => [amount, journalKind, ngnPerUsd, of]),
  ).toEqual([
    ['-2.5', 'credit', '1600', businessId],
    ['-1', 'credit', '1600', businessId],
  ])
  expect((await list('psp.nobody')).total).toBe(0)
})
