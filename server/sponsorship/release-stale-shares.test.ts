import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { gasBudgetShares } from '@/db/schema'
import { type WorkerCtx, workerCtx } from '@/server/ctx'
import type { Payer } from '@/server/ledger/ledger.test-data'
import { openDatabase } from '@/server/testing/open-database'
import { findRepeated, recordRowFaults } from '@/server/testing/row-faults'
import { budgetDay } from './find-daily-budget'
import { releaseStaleShares } from './release-stale-shares'
import { acceptSponsored, ageShares, createSponsored, dayOf, forgetShares, refuseDaysOf } from './sponsorship.test-data'

const faults = recordRowFaults()
openDatabase()
// Stops the clock, so that a test at midnight has one day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const USED = 10n

/** A business with a share that is too old to be used, of which one transaction took a part. */
async function withOldShare(): Promise<{ payer: Payer; shareId: string }> {
  const payer = await createSponsored(100_000n)
  await acceptSponsored(payer, { micros: USED })
  forgetShares()
  const ofPayer = eq(gasBudgetShares.businessId, payer.businessId)
  const [share] = await workerCtx().db.select().from(gasBudgetShares).where(ofPayer)
  return { payer, shareId: share?.id ?? '' }
}

const reservedOf = async (payer: Payer) => (await dayOf(payer, budgetDay(new Date()))).reserved

test('a share that its day cannot take back stops no other, is told of by its id, and goes back once that is mended', async () => {
  let at = Date.now()
  const ctx = (): WorkerCtx => ({ ...workerCtx(), now: () => new Date(at) })
  const [first, poisoned, last] = [await withOldShare(), await withOldShare(), await withOldShare()]
  await ageShares()
  expect(await reservedOf(poisoned.payer)).toBeGreaterThan(USED)
  const mend = await refuseDaysOf(poisoned.payer.businessId)
  expect(await releaseStaleShares(ctx())).toBe(2)
  expect([await reservedOf(first.payer), await reservedOf(last.payer)]).toEqual([USED, USED])
  const name = `gas budget share ${poisoned.shareId}`
  for (let fault = 1; fault < 5; fault++) {
    expect(await findRepeated(ctx())).not.toContain(name)
    at += 61_000
    expect(await releaseStaleShares(ctx())).toBe(0)
  }
  expect(faults.reported()).toEqual([name])
  expect(await findRepeated(ctx())).toContain(name)
  await mend()
  // Left alone still.
  expect(await releaseStaleShares(ctx())).toBe(0)
  at += 61_000
  expect(await releaseStaleShares(ctx())).toBe(1)
  expect(await reservedOf(poisoned.payer)).toBe(USED)
})
