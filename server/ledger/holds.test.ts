import { beforeAll, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import type { Currency } from '@/db/schema'
import { inWorker, workerCtx } from '@/server/ctx'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import {
  ABOUT,
  CNGN,
  createHolder,
  createPlatform,
  driftOf,
  heldBy,
  outcomesOf,
  receive,
  unitsOf,
} from './holder.test-data'
import { ledgerDrift } from './ledger-drift'
import { hold, releaseHold } from './single-holds.test-data'

openDatabase()
beforeAll(async () => {
  await createPlatform()
})

const db = () => workerCtx().db

test.each<Currency>(['USD', 'NGN', CNGN])(
  'holds, raises and settles %s, apart from every other currency',
  async (currency) => {
    const holder = await createHolder(1_000n, currency)
    await receive(holder, currency === 'USD' ? 'NGN' : 'USD', 7n)
    const before = await unitsOf(null, currency, 'revenue.test')
    const payment = heldBy(holder, currency)
    expect(await payment.hold(400n)).toBe(true)
    expect(await payment.raise(500n)).toBe(true)
    expect(await unitsOf(holder, currency, 'available')).toBe(500n)
    expect(await payment.settle(120n)).toBe(120n)
    expect(await unitsOf(holder, currency, 'available')).toBe(880n)
    expect(await unitsOf(holder, currency, 'reserved')).toBe(0n)
    expect(await unitsOf(null, currency, 'revenue.test')).toBe(before + 120n)
    expect(await unitsOf(holder, currency === 'USD' ? 'NGN' : 'USD', 'available')).toBe(7n)
    expect(await ledgerDrift(db())).toEqual([])
  },
)

test('money in one currency covers no hold in another', async () => {
  const holder = await createHolder(1_000n, 'NGN')
  expect(await heldBy(holder, 'USD').hold(1n)).toBe(false)
  expect(await heldBy(holder, CNGN).hold(1n)).toBe(false)
  expect(await heldBy(holder, 'NGN').hold(1_001n)).toBe(false)
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(1_000n)
})

test('what has ended stays ended, whatever is asked of it afterwards', async () => {
  const holder = await createHolder(1_000n)
  const payment = heldBy(holder)
  expect(await payment.hold(300n)).toBe(true)
  expect(await payment.release()).toBe(true)
  expect(await payment.release()).toBe(false)
  expect(await payment.settle(300n)).toBeUndefined()
  expect(await payment.raise(600n)).toBe(false)
  await expect(payment.hold(300n)).rejects.toThrow()
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(1_000n)
  expect(await driftOf(holder)).toEqual([])
})

const AT_ONCE = byProof(30, 100)

test(`of ${AT_ONCE} ends of one hold at once, one counts`, async () => {
  const holder = await createHolder(1_000n)
  const payment = heldBy(holder)
  await payment.hold(500n)
  const before = await unitsOf(null, 'NGN', 'revenue.test')
  const all = await outcomesOf(
    Array.from({ length: AT_ONCE }, (_, index) =>
      index % 3 === 0 ? payment.release() : index % 3 === 1 ? payment.settle(200n) : payment.raise(900n),
    ),
  )
  expect(all).not.toContain('refused')
  expect(all.filter((_, index) => index % 3 !== 2).filter((done) => done === true || done === 200n)).toHaveLength(1)
  const charged = (await unitsOf(null, 'NGN', 'revenue.test')) - before
  expect([0n, 200n]).toContain(charged)
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(1_000n - charged)
  expect(await unitsOf(holder, 'NGN', 'reserved')).toBe(0n)
  expect(await driftOf(holder)).toEqual([])
})

test(`of ${AT_ONCE} holds for one reference at once, one counts`, async () => {
  const holder = await createHolder(1_000n)
  const payment = heldBy(holder)
  const all = await outcomesOf(Array.from({ length: AT_ONCE }, () => payment.hold(10n)))
  expect(all.filter((done) => done === true)).toHaveLength(1)
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(990n)
  expect(await payment.settle(50n)).toBe(10n)
})

test('no business ends or raises the hold of another', async () => {
  const [holder, thief] = await Promise.all([createHolder(1_000n), createHolder(1_000n)])
  const payment = heldBy(holder)
  await payment.hold(300n)
  await heldBy(thief).hold(500n)
  const grip = heldBy(thief, 'NGN', payment.id)
  expect([await grip.release(), await grip.settle(300n), await grip.raise(400n)]).toEqual([false, undefined, false])
  await expect(grip.hold(100n)).rejects.toThrow()
  expect(await unitsOf(holder, 'NGN', 'reserved')).toBe(300n)
  expect(await driftOf(holder, thief)).toEqual([])
})

test('a transaction that rolls back leaves neither a hold nor the end of one', async () => {
  const holder = await createHolder(1_000n)
  const { businessId } = holder
  const reference = { type: 'payment', id: newId() } as const
  const crash = (work: (ctx: { db: ReturnType<typeof db> }) => Promise<unknown>) =>
    expect(
      inWorker(async (ctx) => {
        await work(ctx)
        throw new Error('crashed')
      }),
    ).rejects.toThrow('crashed')
  const about = { ...ABOUT, businessId, reference, currency: 'NGN' } as const
  await crash((ctx) => hold(ctx.db, { ...about, units: 100n }))
  expect(await hold(db(), { ...about, units: 100n })).toEqual({ isCovered: true })
  await crash((ctx) => releaseHold(ctx.db, about))
  expect(await unitsOf(holder, 'NGN', 'reserved')).toBe(100n)
  expect(await releaseHold(db(), about)).toBe(true)
  expect(await unitsOf(holder, 'NGN', 'available')).toBe(1_000n)
})
