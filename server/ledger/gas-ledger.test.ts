import { asc, eq } from 'drizzle-orm'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { auditLog, ledgerJournals, transactions } from '@/db/schema'
import { inOperator, inTenant, workerCtx } from '@/server/ctx'
import { raiseGas, settleGas } from '@/server/engine/gas-holds'
import { createTenant } from '@/server/testing/create-tenant'
import { holdGas } from '@/server/testing/hold-gas'
import { openDatabase } from '@/server/testing/open-database'
import { byProof } from '@/server/testing/proof'
import { creditBusiness } from './credit-business'
import { accept, balanceOf, createPayer, credit, type Payer } from './ledger.test-data'
import { ledgerDrift } from './ledger-drift'

openDatabase()

const db = () => workerCtx().db
const drift = async ({ businessId }: Payer) =>
  (await ledgerDrift(db())).filter((fault) => fault.businessId === businessId)
const raise = async ({ businessId }: Payer, transactionId: string, toMicros: bigint) =>
  (await raiseGas(db(), [{ businessId, transactionId, toMicros }]))[0]?.isCovered
const settle = ({ businessId }: Payer, transactionId: string, chargeMicros: bigint) =>
  settleGas(db(), [{ businessId, transactionId, chargeMicros }])
const feesOf = async (transactionId: string) => {
  const [row] = await db()
    .select({ hold: transactions.feeHoldMicros, charged: transactions.feeChargedMicros })
    .from(transactions)
    .where(eq(transactions.id, transactionId))
  return row
}

test('a transaction holds the worst case, pays what it cost and gets the rest back', async () => {
  const payer = await createPayer(10_000_000n)
  const id = await accept(payer, 4_000_000n)
  expect(await balanceOf(payer)).toEqual({ available: '6.00', reserved: '4.00' })
  expect(await raise(payer, id, 5_000_000n)).toBe(true)
  expect(await balanceOf(payer)).toEqual({ available: '5.00', reserved: '5.00' })
  await settle(payer, id, 1_500_000n)
  expect(await balanceOf(payer)).toEqual({ available: '8.50', reserved: '0.00' })
  expect(await feesOf(id)).toEqual({ hold: 5_000_000n, charged: 1_500_000n })
  expect(await drift(payer)).toEqual([])
})

test('a hold that the balance does not cover is refused with 402 and leaves nothing', async () => {
  const payer = await createPayer(1_000_000n)
  await expect(accept(payer, 1_000_001n)).rejects.toMatchObject({
    code: 'payment_required',
    message: 'Insufficient balance to cover the gas fee for this transfer',
    data: { neededUsd: '1.000001', availableUsd: '1.00' },
  })
  const poor = await createTenant()
  const attempt = inTenant(poor, (ctx) => holdGas(ctx, { transactionId: v7(), micros: 1n }))
  await expect(attempt).rejects.toMatchObject({ data: { neededUsd: '0.000001', availableUsd: '0.00' } })
  expect(await balanceOf(payer)).toEqual({ available: '1.00', reserved: '0.00' })
  const journals = await db().select().from(ledgerJournals).where(eq(ledgerJournals.businessId, payer.businessId))
  expect(journals.map(({ kind }) => kind)).toEqual(['credit'])
})

test('a refused hold does not spoil the database transaction it ran in', async () => {
  const payer = await createPayer(5n)
  const transactionId = v7()
  await inTenant(payer, async (ctx) => {
    await holdGas(ctx, { transactionId, micros: 6n }).catch(() => {})
    await ctx.db.select().from(transactions).limit(1)
  })
  expect(await drift(payer)).toEqual([])
})

const AT_ONCE = byProof(30, 100)
const RAISED = byProof(20, 60)

test(`of ${AT_ONCE} parallel holds on a balance for 10, exactly 10 succeed`, async () => {
  const payer = await createPayer(10_000n)
  const outcomes = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => accept(payer, 1_000n)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'payment_required' })
  expect(await balanceOf(payer)).toEqual({ available: '0.00', reserved: '0.01' })
  expect(await drift(payer)).toEqual([])
})

test(`of ${RAISED} parallel raises on a balance for 10, exactly 10 succeed`, async () => {
  const payer = await createPayer(BigInt(RAISED) * 100n + 10n * 50n)
  const ids = await Promise.all(Array.from({ length: RAISED }, () => accept(payer, 100n)))
  const raised = await Promise.all(ids.map((id) => raise(payer, id, 150n)))
  expect(raised.filter(Boolean)).toHaveLength(10)
  const holds = await Promise.all(ids.map(feesOf))
  expect(holds.map((fees) => fees?.hold)).toEqual(raised.map((isRaised) => (isRaised ? 150n : 100n)))
  expect(await drift(payer)).toEqual([])
})

test('raising one hold from several sides at once takes the difference once', async () => {
  const payer = await createPayer(1_000n)
  const id = await accept(payer, 100n)
  expect(await Promise.all(Array.from({ length: 8 }, () => raise(payer, id, 400n)))).not.toContain(false)
  expect(await balanceOf(payer)).toEqual({ available: '0.0006', reserved: '0.0004' })
  expect(await drift(payer)).toEqual([])
})

test('a raise is refused when the balance is short, once settled, and for another business', async () => {
  const payer = await createPayer(300n)
  const stranger = await createPayer(1_000n)
  const id = await accept(payer, 100n)
  const tooMuch = { businessId: payer.businessId, transactionId: id, toMicros: 301n }
  expect(await raiseGas(db(), [tooMuch])).toEqual([{ isCovered: false, availableMicros: 300n }])
  expect(await raise(stranger, id, 200n)).toBe(false)
  expect(await raise(payer, id, 50n)).toBe(true)
  expect(await balanceOf(payer)).toEqual({ available: '0.0002', reserved: '0.0001' })
  await settle(payer, id, 100n)
  expect(await raise(payer, id, 200n)).toBe(false)
  expect([...(await drift(payer)), ...(await drift(stranger))]).toEqual([])
})

test('settling charges once, whether repeated, raced or named twice in a batch', async () => {
  const payer = await createPayer(1_000n)
  const ids = await Promise.all([accept(payer, 100n), accept(payer, 100n), accept(payer, 100n)])
  const batch = ids.map((transactionId) => ({ businessId: payer.businessId, transactionId, chargeMicros: 60n }))
  await Promise.all([
    settleGas(db(), batch),
    settleGas(db(), [...batch.toReversed(), ...batch]),
    ...ids.map((id) => settle(payer, id, 60n)),
  ])
  await settleGas(db(), batch)
  expect(await balanceOf(payer)).toEqual({ available: '0.00082', reserved: '0.00' })
  const journals = await db().select().from(ledgerJournals).where(eq(ledgerJournals.businessId, payer.businessId))
  expect(journals.filter(({ kind }) => kind === 'settle')).toHaveLength(3)
  expect(await drift(payer)).toEqual([])
})

test('a charge never exceeds what is held, and nothing mined costs nothing', async () => {
  const payer = await createPayer(1_000n)
  const [dear, free] = await Promise.all([accept(payer, 100n), accept(payer, 100n)])
  await settle(payer, dear, 5_000n)
  await settle(payer, free, 0n)
  expect(await balanceOf(payer)).toEqual({ available: '0.0009', reserved: '0.00' })
  expect(await Promise.all([feesOf(dear), feesOf(free)])).toEqual([
    { hold: 100n, charged: 100n },
    { hold: 100n, charged: 0n },
  ])
  expect(await drift(payer)).toEqual([])
})

test('where the platform pays nothing is held, raised or charged', async () => {
  const payer = await createPayer(0n)
  const id = await accept(payer, 0n)
  expect(await raise(payer, id, 500n)).toBe(true)
  await settle(payer, id, 700n)
  expect(await feesOf(id)).toEqual({ hold: 0n, charged: 0n })
  const journals = await db().select().from(ledgerJournals).where(eq(ledgerJournals.businessId, payer.businessId))
  expect(journals).toEqual([])
})

test('a batch over several businesses settles each from its own hold', async () => {
  const payers = await Promise.all([createPayer(1_000n), createPayer(2_000n), createPayer(0n)])
  const holds = [100n, 200n, 0n]
  const charges = await Promise.all(
    payers.map(async (payer, index) => ({
      businessId: payer.businessId,
      transactionId: await accept(payer, holds[index] ?? 0n),
      chargeMicros: 70n,
    })),
  )
  await settleGas(db(), charges)
  expect(await Promise.all(payers.map(balanceOf))).toEqual([
    { available: '0.00093', reserved: '0.00' },
    { available: '0.00193', reserved: '0.00' },
    { available: '0.00', reserved: '0.00' },
  ])
})

test('batches that name the same businesses in opposite orders end, among new holds', async () => {
  const payers = await Promise.all([createPayer(10_000n), createPayer(10_000n), createPayer(10_000n)])
  const rounds = Array.from({ length: 6 }, () => payers)
  const charges = await Promise.all(
    rounds.flat().map(async (payer) => ({
      businessId: payer.businessId,
      transactionId: await accept(payer, 100n),
      chargeMicros: 70n,
    })),
  )
  const batches = rounds.map((_, round) => charges.slice(round * 3, round * 3 + 3))
  await Promise.all([
    ...batches.map((batch, round) => settleGas(db(), round % 2 === 0 ? batch : batch.toReversed())),
    ...payers.map((payer) => accept(payer, 100n)),
    settleGas(db(), charges.toReversed()),
  ])
  for (const payer of payers) {
    expect(await balanceOf(payer)).toEqual({ available: '0.00948', reserved: '0.0001' })
    expect(await drift(payer)).toEqual([])
  }
})

test('no tenant can hold from the balance of another', async () => {
  const rich = await createPayer(1_000n)
  const thief = await createPayer(0n)
  const attempt = inTenant(thief, (ctx) =>
    holdGas({ ...ctx, businessId: rich.businessId }, { transactionId: v7(), micros: 10n }),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'payment_required' })
  expect(await balanceOf(rich)).toEqual({ available: '0.001', reserved: '0.00' })
})

test('a credit leaves its amount and reason in both audit chains', async () => {
  const payer = await createPayer(0n)
  const { journalId } = await credit(payer, 12_500_000n, 'Refund of a double charge')
  const rows = await db()
    .select()
    .from(auditLog)
    .where(eq(auditLog.target, payer.businessId))
    .orderBy(asc(auditLog.createdAt))
  expect(rows.map(({ action }) => action)).toEqual(['balance.credited', 'balance.credited'])
  expect(new Set(rows.map(({ businessId }) => businessId)).size).toBe(2)
  for (const { detail } of rows)
    expect(detail).toEqual({ amountUsd: '12.50', reason: 'Refund of a double charge', journalId })
})

test('the first credits of a business may come at once', async () => {
  const payer = await createPayer(0n)
  await Promise.all(Array.from({ length: 10 }, () => credit(payer, 5n)))
  expect(await balanceOf(payer)).toEqual({ available: '0.00005', reserved: '0.00' })
  expect(await drift(payer)).toEqual([])
})

test('a credit goes to customers that exist, and is more than nothing', async () => {
  const who = { actor: { type: 'system', id: 'test' }, requestId: v7() } as const
  const give = (businessId: string, micros: bigint) =>
    inOperator(who, (ctx) => creditBusiness(ctx, { businessId, micros, reason: 'For a test' }))
  await expect(give(v7(), 1n)).rejects.toMatchObject({ code: 'not_found' })
  await expect(give((await createTenant()).businessId, 0n)).rejects.toThrow('must be positive')
})
