import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inOperator, workerCtx } from '@/server/ctx'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import {
  createPayer,
  createPlanAt,
  type Payer,
  readPayment,
  subscriptionsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { advanceRefunds } from './advance-refunds'
import { dropRefund } from './decide-refund'
import { askBack, asOperator, buy, readReceipt, readRefund } from './refund-world.test-data'
import { ScriptedProvider } from './scripted-provider.test-data'

openDatabase()
beforeAll(createPlatform)
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const HOUR_MS = 3_600_000
const topUp = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
const monthly = { purpose: 'SUBSCRIPTION', billingCycle: 'MONTHLY', description: '' } as const
let payer: Payer
let bank: ScriptedProvider
let now: Date

beforeEach(async () => {
  payer = await createPayer()
  bank = new ScriptedProvider(true, () => 10n ** 12n)
  // After every due time of a refund.
  now = new Date(Date.now() + 60_000)
})

const advance = (afterMs = 0) => {
  now = new Date(now.getTime() + afterMs)
  return advanceRefunds(workerAt(now), bank.provider)
}
const available = () => unitsOf(payer, 'USD', 'available')
const reserved = () => unitsOf(payer, 'USD', 'reserved')
const state = async (id: string) => (await readRefund(id)).state

test('a refused refund returns its money; if refused at the second request, an operator checks and may drop it', async () => {
  const { receiptId, units } = await buy(payer, topUp)
  bank.mood = 'refuses'
  const first = await askBack({ receiptId, kobo: units })
  await advance()
  expect(await readRefund(first.refundId)).toMatchObject({ state: 'FAILED', problem: 'sandbox refused: not now' })
  expect([await available(), await reserved()]).toEqual([20_000_000n, 0n])
  const second = await askBack({ receiptId, kobo: units })
  bank.mood = 'down'
  await advance()
  bank.mood = 'refuses'
  await advance(HOUR_MS)
  expect(await state(second.refundId)).toBe('NEEDS_DETAILS')
  await asOperator((ctx) => dropRefund(ctx, { refundId: second.refundId, reason: 'the bank never did it' }))
  expect([await state(second.refundId), await available()]).toEqual(['FAILED', 20_000_000n])
})

/** A refund that waits for an operator, because its provider refused it after an earlier request went unanswered. */
async function refusedLater(): Promise<string> {
  const { receiptId, units } = await buy(payer, topUp)
  const { refundId } = await askBack({ receiptId, kobo: units })
  bank.mood = 'down'
  await advance()
  bank.mood = 'refuses'
  await advance(HOUR_MS)
  expect(await state(refundId)).toBe('NEEDS_DETAILS')
  return refundId
}
const drop = (refundId: string) => asOperator((ctx) => dropRefund(ctx, { refundId, reason: 'the bank has none' }))

test('a refund that was sent once more without an answer is not dropped, because the provider may have paid it', async () => {
  const refundId = await refusedLater()
  bank.mood = 'lost'
  await advance(HOUR_MS)
  await expect(drop(refundId)).rejects.toThrow('The provider may still pay the refund')
  await advance(HOUR_MS)
  expect([await state(refundId), await available(), await reserved()]).toEqual(['DONE', 0n, 0n])
  expect(bank.paidMinor).toBe((await readRefund(refundId)).units)
})

test('a refund is not dropped while its provider is called', async () => {
  const refundId = await refusedLater()
  bank.mood = 'pays'
  const dropped: string[] = []
  bank.meanwhile = async () => {
    dropped.push(...(await Promise.allSettled([drop(refundId)])).map(({ status }) => status))
  }
  await advance(HOUR_MS)
  expect(dropped).toEqual(['rejected'])
  expect([await state(refundId), await available(), bank.made.length]).toEqual(['DONE', 0n, 1])
})

test('money that the provider does not refund can go to the balance', async () => {
  const planId = await createPlanAt({ priceMinor: 3_100_000n })
  const request = { ...monthly, planId }
  const { paymentId, receiptId, units } = await buy(payer, request)
  bank.mood = 'refuses'
  await askBack({ receiptId, kobo: units })
  await advance()
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'ACTIVE', priceMinor: 3_100_000n })
  await askBack({ receiptId, kobo: units, to: 'BALANCE' })
  expect(await available()).toBe(20_000_000n)
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'CANCELED' })
})

test('money without an owner is refunded whole from the queue, and waits there again if it is refused', async () => {
  const receiptId = await lostReceipt(5_000n)
  const decide = () =>
    inOperator(anyOperator(), (ctx) => decideException(ctx, { kind: 'refund', receiptId, reason: 'nobody knows them' }))
  await expect(askBack({ receiptId, kobo: 4_999n })).rejects.toThrow('whole')
  const decided = await Promise.allSettled([decide(), decide(), decide()])
  expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readReceipt(receiptId)).outcome).toBe('REFUNDING')
  bank.mood = 'refuses'
  await advance()
  expect((await readReceipt(receiptId)).outcome).toBe('SUSPENSE')
  bank.mood = 'pays'
  await decide()
  await advance()
  expect((await readReceipt(receiptId)).outcome).toBe('REFUNDED')
})
