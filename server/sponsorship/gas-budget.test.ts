import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { transactions } from '@/db/schema'
import { inTenant, inWorker, workerCtx } from '@/server/ctx'
import type { Payer } from '@/server/ledger/ledger.test-data'
import { budgetDrift } from '@/server/testing/budget-drift'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { budgetDay } from './find-daily-budget'
import { raiseReservations } from './raise-reservations'
import { releaseStaleShares } from './release-stale-shares'
import { reserveBudget } from './reserve-budget'
import { settleBudgets } from './settle-budgets'
import { acceptSponsored, ageShares, CHAIN_ID, createSponsored, dayOf, forgetShares } from './sponsorship.test-data'

openDatabase()
beforeEach(forgetShares)
// Stops the clock, so that a test at midnight has one day.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const today = () => budgetDay(new Date())
const db = () => workerCtx().db
const drift = () => budgetDrift(db())
const settle = (...costs: [transactionId: string, costMicros: bigint][]) =>
  inWorker((ctx) =>
    settleBudgets(
      ctx.db,
      costs.map(([transactionId, costMicros]) => ({ transactionId, costMicros })),
      ctx.now(),
    ),
  )
const raise = async ({ businessId }: Payer, transactionId: string, toMicros: bigint) =>
  (await raiseReservations(CHAIN_ID, [{ businessId, transactionId, toMicros }]))[0]?.isCovered
const accepted = async (attempts: Promise<string>[]) => {
  const ids: string[] = []
  for (const outcome of await Promise.allSettled(attempts))
    if (outcome.status === 'fulfilled') ids.push(outcome.value)
    else
      expect(outcome.reason).toMatchObject({
        code: 'payment_required',
        message: 'Insufficient balance to cover the gas fee for this transfer',
      })
  return ids
}

const AT_ONCE = byProof(30, 100)
const RAISED = byProof(20, 60)

test(`of ${AT_ONCE} parallel acceptances against a budget for 10, exactly 10 succeed`, async () => {
  const payer = await createSponsored(10_000n)
  const ids = await accepted(Array.from({ length: AT_ONCE }, () => acceptSponsored(payer, { micros: 1_000n })))
  expect(ids).toHaveLength(10)
  expect(await dayOf(payer, today())).toEqual({ reserved: 10_000n, spent: 0n })
  expect(await drift()).toEqual([])
})

test('the refusal says what is needed and what is left of the day', async () => {
  const payer = await createSponsored(10_000n)
  await acceptSponsored(payer, { micros: 7_000n })
  const figures = (neededUsd: string, availableUsd: string) => ({ data: { neededUsd, availableUsd } })
  await expect(acceptSponsored(payer, { micros: 4_000n })).rejects.toMatchObject(figures('0.004', '0.003'))
  // A share that another process took ahead and has not used is available to no other process.
  forgetShares()
  await acceptSponsored(payer, { micros: 2_500n })
  forgetShares()
  await expect(acceptSponsored(payer, { micros: 4_000n })).rejects.toMatchObject(figures('0.004', '0.0005'))
  const nothing = await createSponsored(0n)
  await expect(acceptSponsored(nothing, { micros: 1n })).rejects.toMatchObject(figures('0.000001', '0.00'))
})

test('several processes together never give out more than the budget', async () => {
  const payer = await createSponsored(10_000n)
  const first = Array.from({ length: byProof(15, 40) }, () => acceptSponsored(payer, { micros: 500n }))
  forgetShares()
  const second = Array.from({ length: byProof(15, 40) }, () => acceptSponsored(payer, { micros: 500n }))
  forgetShares()
  const ids = await accepted([...first, ...second, ...first.map(() => acceptSponsored(payer, { micros: 500n }))])
  expect(ids).toHaveLength(20)
  expect(await drift()).toEqual([])
})

test('what was refused to one who asked for more is given to one who asks for less', async () => {
  const payer = await createSponsored(10_000n)
  await accepted(Array.from({ length: 9 }, () => acceptSponsored(payer, { micros: 1_000n })))
  const [dear, cheap] = await Promise.all([
    accepted([acceptSponsored(payer, { micros: 1_001n })]),
    accepted([acceptSponsored(payer, { micros: 900n })]),
  ])
  expect([dear.length, cheap.length]).toEqual([0, 1])
})

test('what it cost is spent and the rest given back, once, whether repeated, raced or named twice', async () => {
  const payer = await createSponsored(10_000n)
  const [one, other] = await accepted([1_000n, 1_000n].map((micros) => acceptSponsored(payer, { micros })))
  if (!one || !other) throw new Error('nothing was accepted')
  await Promise.all([settle([one, 300n], [other, 0n]), settle([other, 0n], [one, 300n], [one, 300n])])
  await settle([one, 300n])
  expect(await dayOf(payer, today())).toEqual({ reserved: 0n, spent: 300n })
  const freed = await accepted(Array.from({ length: 20 }, () => acceptSponsored(payer, { micros: 970n })))
  expect(freed).toHaveLength(10)
  expect(await drift()).toEqual([])
})

test('a refused acceptance leaves nothing, and one that rolled back goes back with its share', async () => {
  const payer = await createSponsored(1_000n)
  await expect(acceptSponsored(payer, { micros: 1_001n })).rejects.toMatchObject({ code: 'payment_required' })
  const rolledBack = inTenant(payer, async (ctx) => {
    await reserveBudget(ctx, { chainId: CHAIN_ID, micros: 1_000n })
    throw new Error('the rest of it failed')
  })
  await expect(rolledBack).rejects.toThrow('the rest of it failed')
  expect(await accepted([acceptSponsored(payer, { micros: 1_000n })])).toHaveLength(0)
  await ageShares()
  await releaseStaleShares(workerCtx())
  expect(await accepted([acceptSponsored(payer, { micros: 1_000n })])).toHaveLength(1)
  expect(await drift()).toEqual([])
})

test('what a process that died had taken ahead goes back, and what it accepted stays reserved', async () => {
  const payer = await createSponsored(100_000n)
  const [id] = await accepted([acceptSponsored(payer, { micros: 10n })])
  expect((await dayOf(payer, today())).reserved).toBe(2_000n)
  forgetShares()
  await ageShares()
  await releaseStaleShares(workerCtx())
  await releaseStaleShares(workerCtx())
  expect(await dayOf(payer, today())).toEqual({ reserved: 10n, spent: 0n })
  await settle([id ?? '', 4n])
  expect(await dayOf(payer, today())).toEqual({ reserved: 0n, spent: 4n })
})

test('a share is not used any more when it may be given back', async () => {
  const payer = await createSponsored(100_000n)
  await acceptSponsored(payer, { micros: 10n })
  vi.setSystemTime(Date.now() + 61_000)
  await acceptSponsored(payer, { micros: 10n })
  const rows = await db().select().from(transactions).where(eq(transactions.businessId, payer.businessId))
  expect(new Set(rows.map(({ gasShareId }) => gasShareId)).size).toBe(2)
})

test(`of ${RAISED} parallel raises against a budget for 10, exactly 10 succeed`, async () => {
  const payer = await createSponsored(BigInt(RAISED) * 100n + 10n * 50n)
  const ids = await accepted(Array.from({ length: RAISED }, () => acceptSponsored(payer, { micros: 100n })))
  forgetShares()
  await ageShares()
  await releaseStaleShares(workerCtx())
  const raised = await Promise.all(ids.map((id) => raise(payer, id, 150n)))
  expect(raised.filter(Boolean)).toHaveLength(10)
  expect(await dayOf(payer, today())).toEqual({ reserved: BigInt(RAISED) * 100n + 500n, spent: 0n })
  expect(await drift()).toEqual([])
})

test('a raise from several sides counts once; a lower one, an ended one and a stranger change nothing', async () => {
  const payer = await createSponsored(1_000n)
  const stranger = await createSponsored(1_000n)
  const [id = ''] = await accepted([acceptSponsored(payer, { micros: 100n })])
  expect(await Promise.all(Array.from({ length: 8 }, () => raise(payer, id, 400n)))).not.toContain(false)
  expect(await raise(payer, id, 50n)).toBe(true)
  expect(await raise(stranger, id, 500n)).toBe(false)
  await settle([id, 100n])
  expect(await raise(payer, id, 500n)).toBe(false)
  expect(await drift()).toEqual([])
})

test('a row of a used-up day that is over is raised out of today', async () => {
  const payer = await createSponsored(1_000n)
  const yesterday = new Date(Date.now() - 86_400_000)
  const [id = ''] = await accepted([acceptSponsored(payer, { micros: 1_000n, at: yesterday })])
  const { businessId } = payer
  const tooMuch = { businessId, transactionId: id, toMicros: 1_001n }
  expect(await raiseReservations(CHAIN_ID, [tooMuch])).toEqual([{ isCovered: false, availableMicros: 1_000n }])
  expect(await accepted([acceptSponsored(payer, { micros: 100n })])).toHaveLength(1)
  const other = await createSponsored(1_000n)
  const [waiting = ''] = await accepted([acceptSponsored(other, { micros: 500n, at: yesterday })])
  await accepted([acceptSponsored(other, { micros: 500n, at: yesterday })])
  expect(await raise(other, waiting, 900n)).toBe(true)
  expect(await dayOf(other, budgetDay(yesterday))).toEqual({ reserved: 500n, spent: 0n })
  expect(await dayOf(other, today())).toEqual({ reserved: 900n, spent: 0n })
  expect(await drift()).toEqual([])
})

test('at midnight the used-up day that is over refuses nothing of the new one', async () => {
  const payer = await createSponsored(1_000n)
  const yesterday = new Date(Date.now() - 86_400_000)
  await accepted([acceptSponsored(payer, { micros: 1_000n, at: yesterday })])
  const reserveAt = (at: Date) =>
    reserveBudget({ ...payer, now: () => at }, { chainId: CHAIN_ID, micros: 100n }).catch(({ code }) => code)
  expect(await Promise.all([reserveAt(yesterday), reserveAt(new Date())])).toEqual([
    'payment_required',
    expect.objectContaining({ day: today() }),
  ])
})

test('chains and businesses are counted apart, and without a plan nothing is sponsored', async () => {
  const [one, other, none] = await Promise.all([createSponsored(100n), createSponsored(100n), createSponsored(0n)])
  expect(await accepted([one, other].map((payer) => acceptSponsored(payer, { micros: 100n })))).toHaveLength(2)
  expect(await accepted([acceptSponsored(one, { micros: 100n, chainId: 11155111 })])).toHaveLength(1)
  expect(await accepted([acceptSponsored(none, { micros: 1n })])).toHaveLength(0)
})
