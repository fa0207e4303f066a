import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { paymentReceipts } from '@/db/schema'
import type { ExceptionDecision } from '@/schemas/payments/exceptions/contract'
import { inOperator, workerCtx } from '@/server/ctx'
import { listExceptions } from '@/server/exceptions/list-exceptions'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { createPayer, openTopUp, readPayment } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { decideException } from './decide-exception'

openDatabase()
beforeAll(createPlatform)
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const decide = (decision: ExceptionDecision, who = anyOperator()) =>
  inOperator(who, (ctx) => decideException(ctx, decision))

/** Receives naira that name no account of ours. */
async function lost(units: bigint) {
  const receiptId = await lostReceipt(units)
  const read = async () =>
    (await workerCtx().db.select().from(paymentReceipts).where(eq(paymentReceipts.id, receiptId)))[0]?.outcome
  return { receiptId, read }
}

const reason = 'their bank said so'

test('money without an account is credited to the business that an operator names, once', async () => {
  const payer = await createPayer()
  const { receiptId, read } = await lost(155_000n)
  const { items } = await inOperator(anyOperator(), (ctx) => listExceptions(ctx, { page: 1 }))
  expect(items.map(({ id }) => id)).toContain(receiptId)
  const decision = { kind: 'credit', receiptId, businessId: payer.businessId, reason } as const
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => decide(decision)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await read()).toBe('CREDITED')
  expect(await unitsOf(payer, 'USD', 'available')).toBe(1_000_000n)
})

test('money that is applied to a pending payment settles it', async () => {
  const payer = await createPayer()
  const { paymentId } = await openTopUp(payer)
  const { receiptId, read } = await lost(3_100_000n)
  expect(await decide({ kind: 'apply', receiptId, paymentId, reason })).toEqual({ state: 'done' })
  expect(await read()).toBe('SETTLED')
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
  const other = await lost(3_100_000n)
  await expect(decide({ kind: 'apply', receiptId: other.receiptId, paymentId, reason })).rejects.toThrow(
    'no longer accepts money',
  )
})

test('ignored money stays in suspense and leaves the queue', async () => {
  const { receiptId, read } = await lost(5n)
  await decide({ kind: 'ignore', receiptId, reason })
  expect(await read()).toBe('IGNORED')
})

test('a large amount needs the same decision by two people', async () => {
  const payer = await createPayer()
  const { receiptId, read } = await lost(100_000_001n)
  const [first, second] = [anyOperator(), anyOperator()]
  const decision = { kind: 'credit', receiptId, businessId: payer.businessId, reason } as const
  expect(await decide(decision, first)).toEqual({ state: 'proposed' })
  await expect(decide(decision, first)).rejects.toThrow('Another person')
  expect(await decide({ kind: 'ignore', receiptId, reason }, second)).toEqual({ state: 'proposed' })
  expect(await read()).toBe('SUSPENSE')
  expect(await decide({ ...decision, reason: 'I saw it too' }, first)).toEqual({ state: 'proposed' })
  expect(await decide(decision, second)).toEqual({ state: 'done' })
  expect(await read()).toBe('CREDITED')
})
