import { expect, test } from 'vitest'
import { gasBudgetDays, gasBudgetShares } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { budgetDay } from './find-daily-budget'
import { recountReservations } from './recount-reservations'
import { releaseStaleShares } from './release-stale-shares'
import { settleBudgets } from './settle-budgets'
import { acceptSponsored, ageShares, costOf, createSponsored, dayOf } from './sponsorship.test-data'

openDatabase()

const TODAY = budgetDay(new Date())
const settle = (transactionId: string, costMicros: bigint) =>
  inWorker(({ db }) => settleBudgets(db, [{ transactionId, costMicros }], new Date()))

/** What the promotion of a replica loses: the share that this process took last, and its reservation. */
async function loseShares(): Promise<void> {
  await workerCtx().db.delete(gasBudgetShares)
  await workerCtx().db.update(gasBudgetDays).set({ reservedMicros: 0n })
}

test('a transaction whose share the database lacks ends, and its cost counts', async () => {
  const payer = await createSponsored(50_000n)
  await acceptSponsored(payer, { micros: 10n })
  await loseShares()
  const id = await acceptSponsored(payer, { micros: 10n })
  await settle(id, 7n)
  expect(await costOf(id)).toBe(7n)
  expect(await dayOf(payer, TODAY)).toEqual({ reserved: 0n, spent: 7n })
})

test('counted again, the open transactions have their reservations, and nothing of a share stays', async () => {
  const payer = await createSponsored(50_000n)
  const kept = await acceptSponsored(payer, { micros: 10n })
  await loseShares()
  const ids = [kept, await acceptSponsored(payer, { micros: 10n })]
  await inWorker(recountReservations)
  expect(await dayOf(payer, TODAY)).toEqual({ reserved: 20n, spent: 0n })
  for (const id of ids) await settle(id, 7n)
  await ageShares()
  await releaseStaleShares(workerCtx())
  expect(await dayOf(payer, TODAY)).toEqual({ reserved: 0n, spent: 14n })
})

test('counted again, shares that the database has stay reserved until they are returned', async () => {
  const payer = await createSponsored(50_000n)
  const id = await acceptSponsored(payer, { micros: 10n })
  const before = await dayOf(payer, TODAY)
  expect(before.reserved).toBeGreaterThan(10n)
  await inWorker(recountReservations)
  expect(await dayOf(payer, TODAY)).toEqual(before)
  await ageShares()
  await releaseStaleShares(workerCtx())
  expect(await dayOf(payer, TODAY)).toEqual({ reserved: 10n, spent: 0n })
  await settle(id, 4n)
  expect(await dayOf(payer, TODAY)).toEqual({ reserved: 0n, spent: 4n })
})
