import { eq } from 'drizzle-orm'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '@/db/new-id'
import { depositAccounts, fxSources, plans, subscriptions } from '@/db/schema'
import { recentlyFaultyIds } from '@/server/alarms/row-faults'
import { inOperator, workerCtx } from '@/server/ctx'
import { MS_PER_DAY } from '@/server/durations'
import { postCredit } from '@/server/ledger/credit-business'
import { createPlatform } from '@/server/ledger/holder.test-data'
import { ledgerDrift } from '@/server/ledger/ledger-drift'
import { decideException } from '@/server/payments/exceptions/decide-exception'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import {
  createPayer,
  createPlanAt,
  HOUR_MS,
  openTopUp,
  type Payer,
  pay,
  readPayment,
  receiptsOf,
  workerAt,
} from '@/server/payments/payment-world.test-data'
import { runRenewals } from '@/server/payments/renewals/run-renewals'
import { closePayments } from '@/server/payments/settlement/close-payments'
import { receiveMoney } from '@/server/payments/settlement/receive-money'
import { openDatabase } from '@/server/testing/open-database'
import { setRate } from '@/server/testing/set-rate'
import { giveOwner, mailsOf } from './owner.test-data'

const database = openDatabase()
beforeAll(createPlatform)
afterEach(async () => expect(await ledgerDrift(workerCtx().db)).toEqual([]))

const DUE = 3_100_000n
const inTime = ({ expiryAt }: { expiryAt: Date }) => new Date(expiryAt.getTime() - 1)
let payer: Payer
beforeEach(async () => {
  await workerCtx().db.delete(subscriptions)
  payer = await createPayer()
  await giveOwner(payer)
})
const reported = async () => (await mailsOf(payer)).map(({ kind, subject }) => `${kind}: ${subject}`)
const textsOf = async () => (await mailsOf(payer)).map(({ text }) => text).join('\n---\n')

test('a receipt is mailed once, however often its money is reported', async () => {
  await giveOwner(payer, 'Bo')
  const open = await openTopUp(payer)
  const money = { accountId: open.accountIds[0], units: DUE, paidAt: inTime(open), txn: newId() }
  await Promise.all([1, 2, 3, 4, 5].map(() => pay(money)))
  await pay(money)
  expect(await reported()).toEqual(Array(2).fill('receipt: Receipt: ₦31,000 for Balance top-up'))
  const [mail] = await mailsOf(payer)
  expect(mail?.text).toContain('Added to the balance: $20.00')
  expect(mail?.text).toContain(`/projects/${payer.projectId}/payments/${open.paymentId}`)
  // The text uses names, never ids.
  expect(mail?.text.replaceAll(/https?:\S+/g, '')).not.toContain(payer.projectId)
})

test('surplus, duplicate and late money is mailed once each, with where it is', async () => {
  const open = await openTopUp(payer, { accounts: 2 })
  const [accountId, second = ''] = open.accountIds
  await pay({ accountId, units: DUE, paidAt: open.expiryAt })
  await pay({ accountId, units: DUE + 155_000n, paidAt: inTime(open) })
  await pay({ accountId: second, units: DUE, paidAt: inTime(open) })
  expect(await reported()).toEqual([
    'payment-exception: ₦31,000 was credited to the USD balance',
    'receipt: Receipt: ₦31,000 for Balance top-up',
    'payment-exception: ₦31,000 was credited to the USD balance',
  ])
  const text = await textsOf()
  expect(text).toContain('It arrived after the payment and its price had expired')
  expect(text).toContain('We received ₦32,550')
  expect(text).toContain('That is ₦1,550 more than the amount due. $1.00 was added to the USD balance.')
  expect(text).toContain('It arrived for a payment that was already complete.')
})

test('the mail about a very large surplus names the whole amount, at both rates', async () => {
  const open = await openTopUp(payer)
  await setRate(3_100_00000000n)
  await pay({ accountId: open.accountIds[0], units: 10n * DUE, paidAt: inTime(open) })
  await setRate()
  expect(await textsOf()).toContain('We received ₦310,000')
  expect(await textsOf()).toContain('That is ₦279,000 more than the amount due. $100.00 was added to the USD balance.')
})

test('a payment that fails with a part of its money is mailed once; one without money is not mailed', async () => {
  const now = new Date(Date.now() - 26 * HOUR_MS)
  const [open] = [await openTopUp(payer, { now }), await openTopUp(payer, { now })]
  await pay({ accountId: open.accountIds[0], units: 1_550_000n, paidAt: inTime(open) })
  expect(await reported()).toEqual([])
  await Promise.all([1, 2, 3].map(() => closePayments(workerAt(new Date()))))
  expect(await reported()).toEqual(['payment-failed: Balance top-up was not paid in full'])
  expect(await textsOf()).toContain('₦15,500 of ₦31,000 arrived for Balance top-up')
  expect(await textsOf()).toContain('$10.00 was added to the USD balance')
})

test('emails name token amounts to the last unit', async () => {
  const open = await openTopUp(payer)
  const currency = '31337:0x46C85152bFe9f96829aA94755D9f915F9B10EF5F' as const
  const token = { kind: 'STABLECOIN', provider: 'chain', currency, chainId: 31337, tokenSymbol: 'USDC' } as const
  await workerCtx()
    .db.update(depositAccounts)
    .set({ ...token, decimals: 6, peg: 'USD', expectedUnits: 20_000_000n })
    .where(eq(depositAccounts.paymentId, open.paymentId))
  const money = { provider: 'chain', providerTxnId: newId(), currency, units: 20_000_001n, feeUnits: 0n }
  await receiveMoney(workerAt(inTime(open)), { account: { id: open.accountIds[0] }, ...money, paidAt: inTime(open) })
  expect(await textsOf()).toContain('We received 20.000001 USDC from')
})

test('money without a price is mailed when it waits, and again when an operator credits it', async () => {
  const open = await openTopUp(payer)
  const off = (isActive: boolean) => workerCtx().db.update(fxSources).set({ isActive })
  await off(false)
  await pay({ accountId: open.accountIds[0], units: DUE, paidAt: open.expiryAt })
  await off(true)
  expect(await reported()).toEqual(['payment-exception: ₦31,000 is under review'])
  const [receipt] = await receiptsOf(open.paymentId)
  const operator = { actor: { type: 'user', id: v7(), name: 'Op' }, requestId: v7() } as const
  const reason = 'there is a rate again'
  const credit = { kind: 'credit', receiptId: receipt?.id ?? '', businessId: payer.businessId, reason } as const
  await inOperator(operator, (ctx) => decideException(ctx, credit))
  expect((await reported()).at(-1)).toBe('payment-exception: ₦31,000 was credited to the USD balance')

  const lost = { ...credit, receiptId: await lostReceipt(155_000n) }
  await inOperator(operator, (ctx) => decideException(ctx, lost))
  expect((await reported()).at(-1)).toBe('payment-exception: ₦1,550 was credited to the USD balance')
  expect(await textsOf()).toContain('It did not match a payment. We reviewed it and matched it to your business.')
})

const END = new Date('2027-02-15T10:00:00Z')
const after = (ms: number) => workerAt(new Date(END.getTime() + ms))

async function runs({ autoRenew = true } = {}) {
  const { businessId, projectId } = payer
  const planId = await createPlanAt({ priceMinor: DUE })
  await workerCtx()
    .db.update(plans)
    .set({ name: `Growth ${planId}` })
    .where(eq(plans.id, planId))
  const period = { startDate: new Date('2027-01-15T10:00:00Z'), endDate: END, anchorDay: 15 }
  const [row] = await workerCtx()
    .db.insert(subscriptions)
    .values({ businessId, projectId, planId, productId: 1, status: 'ACTIVE', ...period, autoRenew, createdBy: 'test' })
    .returning()
  if (!row) throw new Error('the subscription was not written')
  return { row, purchase: `Wallet, Growth ${planId}` }
}
const runTwice = async (at: ReturnType<typeof after>) => {
  await Promise.all([runRenewals(at), runRenewals(at)])
  await runRenewals(at)
}

test('a renewal from the balance is mailed once, with the amount', async () => {
  const { purchase } = await runs()
  await postCredit(workerCtx().db, { ...payer, micros: 25_000_000n, reason: 'a test', createdBy: 'system:test' })
  await runTwice(after(0))
  expect(await reported()).toEqual([`renewed: Receipt: ${purchase} was renewed for $20.00`])
  expect(await textsOf()).toContain('Paid until: Mar 15, 2027, 10:00 UTC')
})

test('past due is mailed once with the missing amount and the deadline, and expiry once after it', async () => {
  const { purchase } = await runs()
  await postCredit(workerCtx().db, { ...payer, micros: 19_999_999n, reason: 'a test', createdBy: 'system:test' })
  await runTwice(after(0))
  expect(await reported()).toEqual([`renewal-failed: ${purchase} is past due`])
  expect(await textsOf()).toContain('The USD balance lacks $0.000001.')
  expect(await textsOf()).toContain('Expires: Feb 22, 2027, 10:00 UTC')
  await runTwice(after(7 * MS_PER_DAY))
  expect((await reported()).slice(1)).toEqual([`subscription-expired: ${purchase} has expired`])
})

test('a canceled subscription is mailed when it has ended, and that nothing was charged', async () => {
  const { purchase } = await runs({ autoRenew: false })
  await runTwice(after(0))
  expect(await reported()).toEqual([`subscription-canceled: ${purchase} has ended`])
})

test('money is booked even if its email fails', async () => {
  const owner = postgres(database.url, { max: 1 })
  await owner`alter table mail_messages add constraint no_mails check (false) not valid`
  try {
    const open = await openTopUp(payer)
    await pay({ accountId: open.accountIds[0], units: DUE, paidAt: inTime(open) })
    expect(await readPayment(open.paymentId)).toMatchObject({ status: 'SUCCESS' })
    await pay({ accountId: open.accountIds[0], units: DUE, paidAt: open.expiryAt })
    expect((await receiptsOf(open.paymentId)).map(({ outcome }) => outcome)).toEqual(['SETTLED', 'CREDITED'])
    expect(await reported()).toEqual([])
    expect(recentlyFaultyIds('mail', new Date())).toContain(`of payment ${open.paymentId}`)
  } finally {
    await owner`alter table mail_messages drop constraint no_mails`
    await owner.end()
  }
})
