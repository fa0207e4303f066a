import postgres from 'postgres'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { recentlyFaultyIds } from '@/server/alarms/row-faults'
import { inWorker, workerCtx } from '@/server/ctx'
import { createPlatform, unitsOf } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { createPayer, createPlanAt, type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { advanceRefunds } from '@/server/payments/refunds/advance-refunds'
import { dropRefund } from '@/server/payments/refunds/decide-refund'
import { endRefund } from '@/server/payments/refunds/end-refund'
import { askBack, asOperator, buy, lostRefund, readRefund } from '@/server/payments/refunds/refund-world.test-data'
import { ScriptedProvider } from '@/server/payments/refunds/scripted-provider.test-data'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { openDatabase } from '@/server/testing/open-database'
import { giveOwner, mailsOf } from './owner.test-data'

const database = openDatabase()
beforeAll(createPlatform)
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const topUp = { purpose: 'WALLET_TOPUP', amountUsd: 20_000_000n, description: '' } as const
let payer: Payer
let bank: ScriptedProvider

beforeEach(async () => {
  payer = await createPayer()
  await giveOwner(payer)
  bank = new ScriptedProvider(true, () => 10n ** 12n)
})

// Runs after every due time of a refund.
const advance = (afterMs = 60_000) => advanceRefunds(workerAt(new Date(Date.now() + afterMs)), bank.provider)
const refundMails = async (of: { businessId: string } = payer) =>
  (await mailsOf(of)).filter(({ kind }) => kind.startsWith('refund-'))
const reported = async () => (await refundMails()).map(({ kind, subject }) => `${kind}: ${subject}`)

test('a completed refund is mailed once to every owner, however often it is reported', async () => {
  await giveOwner(payer, 'Bo')
  const { paymentId, receiptId, units } = await buy(payer, topUp)
  const { refundId } = await askBack({ receiptId, kobo: units })
  expect(await reported()).toEqual([])
  await Promise.all([advance(), advance(), advance()])
  const end = {
    refundId,
    receiptId,
    state: 'DONE',
    providerRef: null,
    problem: null,
    createdBy: 'system:test',
  } as const
  expect(await inWorker((ctx) => endRefund(ctx, end))).toBeNull()
  expect(await reported()).toEqual(Array(2).fill('refund-done: Refund: ₦31,000'))
  const [mail] = await refundMails()
  expect(mail?.text).toContain(`Refund: ${(await readRefund(refundId)).reference}`)
  expect(mail?.text).toMatch(/^Payment: \S+-\S+$/m)
  expect(mail?.text).toContain(`/projects/${payer.projectId}/payments/${paymentId}`)
})

test('a failed refund is mailed once, whatever ended it, and so is the next one', async () => {
  const { receiptId, units } = await buy(payer, topUp)
  bank.mood = 'refuses'
  await askBack({ receiptId, kobo: units })
  await Promise.all([advance(), advance()])
  expect(await reported()).toEqual(['refund-failed: Refund of ₦31,000 did not go through'])
  bank.mood = 'asks'
  const { refundId } = await askBack({ receiptId, kobo: units })
  await advance()
  const drop = () => asOperator((ctx) => dropRefund(ctx, { refundId, reason: 'the bank never did it' }))
  await drop()
  await expect(drop()).rejects.toThrow('The refund has ended')
  expect(await reported()).toEqual(Array(2).fill('refund-failed: Refund of ₦31,000 did not go through'))
})

test('a refund to the balance is mailed once, with its dollars', async () => {
  const planId = await createPlanAt({ priceMinor: 3_100_000n })
  const request = { purpose: 'SUBSCRIPTION', billingCycle: 'MONTHLY', description: '', planId } as const
  const { receiptId, units } = await buy(payer, request)
  const ask = () => askBack({ receiptId, kobo: units, to: 'BALANCE' })
  await Promise.allSettled([ask(), ask()])
  expect(await unitsOf(payer, 'USD', 'available')).toBe(20_000_000n)
  expect(await reported()).toEqual(['refund-done: Refund: $20.00'])
})

test('money without an owner is refunded without an email', async () => {
  const platform = { businessId: PLATFORM_BUSINESS_ID }
  await giveOwner(platform)
  const done = await lostRefund()
  await advance()
  bank.mood = 'refuses'
  const failed = await lostRefund()
  await advance()
  expect([(await readRefund(done)).state, (await readRefund(failed)).state]).toEqual(['DONE', 'FAILED'])
  expect(await refundMails(platform)).toEqual([])
})

test('money that was assigned to a business later is mailed without a payment', async () => {
  const receiptId = await lostReceipt(155_000n)
  const { businessId } = payer
  const credit = { kind: 'credit', receiptId, businessId, reason: 'they called' } as const
  await asOperator((ctx) => decideException(ctx, credit))
  await askBack({ receiptId, kobo: 155_000n })
  await advance()
  const [mail] = await refundMails()
  expect(mail?.text).toContain('₦1,550 of money received for')
  expect(mail?.text).toContain(`/projects/${payer.projectId}/balance`)
  expect(mail?.text).not.toContain('Payment:')
})

test('a refund is completed even if its email fails', async () => {
  const owner = postgres(database.url, { max: 1 })
  const { receiptId, units } = await buy(payer, topUp)
  await owner`alter table mail_messages add constraint no_mails check (false) not valid`
  try {
    const { refundId } = await askBack({ receiptId, kobo: units })
    await advance()
    expect([(await readRefund(refundId)).state, await reported()]).toEqual(['DONE', []])
    expect(recentlyFaultyIds('mail', new Date())).toContain(`of refund ${refundId}`)
  } finally {
    await owner`alter table mail_messages drop constraint no_mails`
    await owner.end()
  }
})
