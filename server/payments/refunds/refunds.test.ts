import { and, eq } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { paymentRefunds } from '@/db/schema'
import { inOperator, inTenant, inTenantReading, workerCtx } from '@/server/ctx'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { listJournals } from '@/server/ledger/list-journals'
import { getStatement } from '@/server/ledger/statement/get-statement'
import { createPayer, createPlanAt, type Payer, readPayment, workerAt } from '@/server/payments/payment-world.test-data'
import { anyOperator } from '@/server/testing/any-operator'
import { openDatabase } from '@/server/testing/open-database'
import { advanceRefunds } from './advance-refunds'
import { approveRefund } from './decide-refund'
import { askBack, buy, readReceipt, readRefund, spend } from './refund-world.test-data'
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

test('a whole top-up is refunded: its dollars are reserved, the provider is called once, the payment is refunded', async () => {
  const { paymentId, receiptId, units } = await buy(payer, topUp)
  const { refundId, state: begun } = await askBack({ receiptId, kobo: units })
  expect([begun, await available(), await reserved()]).toEqual(['begun', 0n, 20_000_000n])
  await Promise.all([advance(), advance(), advance()])
  expect(bank.made.map(({ request }) => request.amountMinor)).toEqual([units])
  expect([await state(refundId), await available(), await reserved()]).toEqual(['DONE', 0n, 0n])
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
  expect((await readReceipt(receiptId)).outcome).toBe('REFUNDED')
  await expect(askBack({ receiptId, kobo: 1n })).rejects.toThrow('more than the rest')
})

test('the movements of a refund lead to its payment, in the statement and in the list of the balance', async () => {
  const { paymentId, receiptId, units } = await buy(payer, topUp)
  const { refundId } = await askBack({ receiptId, kobo: units })
  const { reference: name } = await readRefund(refundId)
  const about = { paymentId, projectId: payer.projectId }
  const refund = { type: 'refund', id: refundId, name, about }
  const day = new Date().toISOString().slice(0, 10)
  const { items: journals } = await inTenant(payer, (ctx) => listJournals(ctx, { page: 1 }))
  const { lines } = await inTenantReading(payer, (ctx) => getStatement(ctx, { from: day, to: day, page: 1 }))
  expect(journals.find(({ reference }) => reference?.type === 'refund')?.reference).toEqual(refund)
  expect(lines.items.find(({ reference }) => reference?.type === 'refund')?.reference).toEqual(refund)
  await advance()
})

test('a part is refunded, then the rest to the last kobo and micro-dollar', async () => {
  const { paymentId, receiptId, units } = await buy(payer, topUp, { overMinor: 7n })
  for (const kobo of [333_333n, 1n, units - 333_334n]) {
    expect((await readPayment(paymentId)).status).toBe('SUCCESS')
    await askBack({ receiptId, kobo })
    await advance()
  }
  expect(await available()).toBe(0n)
  expect(bank.paidMinor).toBe(units)
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
})

test.each([
  ['a top-up', topUp, 0n],
  ['a plan', null, 3_000_000n],
] as const)('%s that was paid seven times over is refunded with everything it gave', async (_, request, priceMinor) => {
  const planId = request === null ? await createPlanAt({ priceMinor }) : 0
  const { paymentId, receiptId, units } = await buy(payer, request ?? { ...monthly, planId }, { times: 7n })
  expect(await available()).toBeGreaterThan(0n)
  await askBack({ receiptId, kobo: units })
  await advance()
  expect([await available(), await reserved(), bank.paidMinor]).toEqual([0n, 0n, units])
  expect((await readPayment(paymentId)).status).toBe('REFUNDED')
})

test('spent money cannot be refunded, the rest can', async () => {
  const { receiptId, units } = await buy(payer, topUp)
  await spend(payer, 15_000_000n)
  await expect(askBack({ receiptId, kobo: units })).rejects.toThrow('the balance has 5')
  await askBack({ receiptId, kobo: units / 4n })
  await advance()
  expect([await available(), bank.paidMinor]).toEqual([0n, units / 4n])
})

test('concurrent equal requests make one refund', async () => {
  const { receiptId, units } = await buy(payer, topUp)
  const asked = await Promise.allSettled([1, 2, 3, 4].map(() => askBack({ receiptId, kobo: units / 3n })))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(
    Array(3).fill('conflict'),
  )
  await advance()
})

test('a provider that is down, or whose answer is lost, neither loses nor doubles a refund', async () => {
  const { receiptId, units } = await buy(payer, topUp)
  const { refundId } = await askBack({ receiptId, kobo: units })
  bank.mood = 'down'
  for (let hour = 0; hour < 30; hour++) await advance(HOUR_MS)
  expect(await readRefund(refundId)).toMatchObject({ state: 'PROCESSING', problem: 'sandbox does not answer' })
  expect(await reserved()).toBe(20_000_000n)
  bank.mood = 'lost'
  await advance(HOUR_MS)
  expect(await state(refundId)).toBe('PROCESSING')
  bank.mood = 'pays'
  await advance(HOUR_MS)
  expect([await state(refundId), bank.made.length]).toEqual(['DONE', 1])
})

test('where refunds are searched, one that is not found yet is not sent again at once', async () => {
  bank = new ScriptedProvider(false, () => 10n ** 12n)
  const { receiptId, units } = await buy(payer, topUp)
  const { refundId } = await askBack({ receiptId, kobo: units })
  bank.mood = 'lost'
  await advance()
  const [made] = bank.made.splice(0)
  bank.mood = 'pays'
  await advance(6_000)
  expect([await state(refundId), bank.made.length]).toEqual(['PROCESSING', 0])
  if (made) bank.made.push(made)
  await advance(HOUR_MS)
  expect([await state(refundId), bank.made.length]).toEqual(['DONE', 1])
})

test('a large refund needs a second person, and parts of one receipt count together', async () => {
  const { receiptId, units } = await buy(payer, { ...topUp, amountUsd: 1_000_000_000n })
  const [first, second] = [anyOperator(), anyOperator()]
  const part = await askBack({ receiptId, kobo: 100_000_000n }, first)
  expect(part.state).toBe('begun')
  await advance()
  const rest = await askBack({ receiptId, kobo: units - 100_000_000n }, first)
  expect([rest.state, await reserved()]).toEqual(['requested', 0n])
  expect(await advance(HOUR_MS)).toBe(0)
  await expect(inOperator(first, (ctx) => approveRefund(ctx, rest))).rejects.toThrow('Another person')
  const approvals = await Promise.allSettled([1, 2].map(() => inOperator(second, (ctx) => approveRefund(ctx, rest))))
  expect(approvals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await advance()
  expect(bank.paidMinor).toBe(units)
})

test('the database refuses refunds above the received amount', async () => {
  const { receiptId, units, paymentId } = await buy(payer, topUp)
  await askBack({ receiptId, kobo: units })
  await advance()
  const { businessId } = payer
  const row = { businessId, paymentId, receiptId, provider: 'sandbox', to: 'PROVIDER', currency: 'NGN' } as const
  const more = { ...row, units: 1n, reference: 'RFD-TOO-MUCH', reason: 'a test', requestedBy: 'test' }
  await expect(workerCtx().db.insert(paymentRefunds).values(more)).rejects.toThrow()
  const done = and(eq(paymentRefunds.receiptId, receiptId), eq(paymentRefunds.state, 'DONE'))
  await expect(workerCtx().db.update(paymentRefunds).set({ state: 'FAILED' }).where(done)).rejects.toThrow()
})
