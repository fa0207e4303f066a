import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { webhookMessages } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import {
  createPayer,
  createPlanAt,
  type Payer,
  readPayment,
  subscriptionsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { newPeriod } from '@/server/subscriptions/period'
import { openDatabase } from '@/server/testing/open-database'
import { addEndpoint } from '@/server/webhooks/destinations/endpoint-world.test-data'
import { advanceRefunds } from './advance-refunds'
import { askBack, buy, readReceipt } from './refund-world.test-data'
import { ScriptedProvider } from './scripted-provider.test-data'

openDatabase()
beforeAll(createPlatform)
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const monthly = { purpose: 'SUBSCRIPTION', billingCycle: 'MONTHLY', description: '' } as const
let payer: Payer
let bank: ScriptedProvider

beforeEach(async () => {
  payer = await createPayer()
  bank = new ScriptedProvider(true, () => 10n ** 12n)
})

/** Runs after every due time of a refund. */
const advance = () => advanceRefunds(workerAt(new Date(Date.now() + 60_000)), bank.provider)
const available = () => unitsOf(payer, 'USD', 'available')

test('a subscription ends when its purchase is refunded, and the project gets both events', async () => {
  await addEndpoint(payer, 'https://x.example/hook', { events: ['payment.*', 'subscription.*'] })
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const { paymentId, receiptId, units } = await buy(payer, request)
  await askBack({ receiptId, kobo: units })
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'ACTIVE', priceMinor: 0n })
  await advance()
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'CANCELED' })
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
  const reported = await workerCtx()
    .db.select({ kind: webhookMessages.kind })
    .from(webhookMessages)
    .where(eq(webhookMessages.businessId, payer.businessId))
  expect(reported.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['payment.refunded', 'subscription.canceled']),
  )
})

test('the surplus of a subscription is refunded first, and ends nothing', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const { paymentId, receiptId } = await buy(payer, request, { overMinor: 155_000n })
  expect(await available()).toBe(1_000_000n)
  await askBack({ receiptId, kobo: 155_000n })
  await advance()
  expect(await available()).toBe(0n)
  expect((await readPayment(paymentId)).status).toBe('SUCCESS')
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'ACTIVE', priceMinor: 3_000_000n })
})

test('a plan ends once its whole price is refunded, whatever its surplus in the balance', async () => {
  const planId = await createPlanAt({ priceMinor: 3_100_000n })
  const { paymentId, receiptId } = await buy(payer, { ...monthly, planId }, { overMinor: 155_000n })
  await askBack({ receiptId, kobo: 3_100_000n, to: 'BALANCE' })
  expect(await available()).toBe(21_000_000n)
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
  expect((await subscriptionsOf(payer))[0]?.status).toBe('CANCELED')
  await expect(askBack({ receiptId, kobo: 155_001n })).rejects.toThrow('more than the rest')
  await askBack({ receiptId, kobo: 155_000n })
  await advance()
  expect([await available(), bank.paidMinor]).toEqual([20_000_000n, 155_000n])
  expect((await readReceipt(receiptId)).outcome).toBe('REFUNDED')
})

test('a renewal that has not begun can be refunded alone; until then its predecessor cannot', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const first = await buy(payer, request)
  const [before] = await subscriptionsOf(payer)
  const renewal = await buy(payer, request)
  await expect(askBack({ receiptId: first.receiptId, kobo: first.units })).rejects.toThrow('renewed')
  await askBack({ receiptId: renewal.receiptId, kobo: renewal.units })
  await advance()
  expect((await subscriptionsOf(payer))[0]).toMatchObject({ status: 'ACTIVE', endDate: before?.endDate, ahead: [] })
  await askBack({ receiptId: first.receiptId, kobo: first.units })
  await advance()
  expect((await subscriptionsOf(payer))[0]?.status).toBe('CANCELED')
})

test('a plan that is renewed during a refund loses only the refunded period', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const first = await buy(payer, request)
  await askBack({ receiptId: first.receiptId, kobo: first.units })
  const renewal = await buy(payer, request)
  const [renewed] = await subscriptionsOf(payer)
  expect(renewed).toMatchObject({ priceMinor: 0n, ahead: [{ priceMinor: '3000000' }] })
  await advance()
  const [row] = await subscriptionsOf(payer)
  expect(row).toMatchObject({ status: 'ACTIVE', priceMinor: 3_000_000n, ahead: [] })
  const now = row?.updatedAt ?? new Date(0)
  expect(row?.startDate).toEqual(now)
  expect(row?.endDate).toEqual(newPeriod(now, 'MONTHLY').end)
  expect((await readPayment(first.paymentId)).status).toBe('REFUNDED')
  await askBack({ receiptId: renewal.receiptId, kobo: renewal.units })
  await advance()
  expect((await subscriptionsOf(payer))[0]?.status).toBe('CANCELED')
})

test('a plan that is renewed during a refund keeps its value if the refund fails', async () => {
  const planId = await createPlanAt({ priceMinor: 3_000_000n })
  const request = { ...monthly, planId }
  const first = await buy(payer, request)
  await askBack({ receiptId: first.receiptId, kobo: 1_000_000n })
  await buy(payer, request)
  bank.mood = 'refuses'
  await advance()
  expect((await subscriptionsOf(payer))[0]).toMatchObject({
    priceMinor: 3_000_000n,
    ahead: [{ priceMinor: '3000000' }],
  })
})

test('the credit that reduced the price of the next plan is not refundable', async () => {
  const [small, large] = [
    await createPlanAt({ priceMinor: 3_000_000n }),
    await createPlanAt({ priceMinor: 9_000_000n }),
  ]
  const first = await buy(payer, { ...monthly, planId: small })
  await buy(payer, { ...monthly, planId: large }, { now: new Date(Date.now() + MS_PER_DAY) })
  await expect(askBack({ receiptId: first.receiptId, kobo: first.units })).rejects.toThrow('reduced the price')
  await askBack({ receiptId: first.receiptId, kobo: 50_000n })
  await advance()
  expect((await subscriptionsOf(payer)).map(({ status }) => status).toSorted()).toEqual(['ACTIVE', 'CANCELED'])
})
