import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { depositAccounts, paymentReceipts, paymentRefunds } from '@/db/schema'
import type { SubscribeBody } from '@/schemas/payments/contract'
import type { RefundOutcome } from '@/schemas/payments/refunds/contract'
import type { RefundTarget } from '@/schemas/payments/words'
import { inOperator, inTenant, inWorker, type OperatorCtx, workerCtx } from '@/server/ctx'
import { postJournal } from '@/server/ledger/post-journals'
import type { AccountOpener } from '@/server/payments/accounts/account-opener'
import { openAccounts } from '@/server/payments/accounts/open-accounts'
import { lostReceipt } from '@/server/payments/lost-receipt.test-data'
import { HOUR_MS, type Payer, pay, receiptsOf, workerAt } from '@/server/payments/payment-world.test-data'
import { createPayment } from '@/server/payments/subscribe'
import { anyOperator } from '@/server/testing/any-operator'
import { endRefund } from './end-refund'
import { requestRefund } from './request-refund'

/** Runs `work` as an operator, at a time that the test gives. */
export function asOperator<T>(work: (ctx: OperatorCtx) => Promise<T>, who = anyOperator(), now = new Date()) {
  return inOperator(who, (ctx) => work({ ...ctx, now: () => now }))
}

type Requested = { receiptId: string; kobo: bigint; to?: RefundTarget }

/** An operator requests a refund. */
export function askBack({ receiptId, kobo, to = 'PROVIDER' }: Requested, who = anyOperator()): Promise<RefundOutcome> {
  return inOperator(who, (ctx) =>
    requestRefund(ctx, { receiptId, to, amountNgn: kobo, reason: 'the customer asked for it' }),
  )
}

/** Refunds money without an owner: at once, or with `isMuch` after a second person approves. */
export async function lostRefund({ isMuch = false } = {}): Promise<string> {
  const kobo = isMuch ? 100_000_001n : 5n
  return (await askBack({ receiptId: await lostReceipt(kobo), kobo })).refundId
}

/** A refund that its provider refused. */
export async function failedRefund(): Promise<string> {
  const refundId = await lostRefund()
  const { receiptId } = await readRefund(refundId)
  const end = { refundId, receiptId: receiptId ?? '', state: 'FAILED', providerRef: null } as const
  await inWorker((ctx) => endRefund(ctx, { ...end, problem: 'the account is closed', createdBy: 'system:refunds' }))
  return refundId
}

export async function readRefund(id: string) {
  const [row] = await workerCtx().db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id))
  if (!row) throw new Error('no refund')
  return row
}

export async function readReceipt(id: string) {
  const [row] = await workerCtx().db.select().from(paymentReceipts).where(eq(paymentReceipts.id, id))
  if (!row) throw new Error('no receipt')
  return row
}

/** Opens an account for any amount. */
export const scripted: AccountOpener = {
  kind: 'FIAT',
  provider: 'sandbox',
  watchMs: 24 * HOUR_MS,
  expects: ({ amountMinor }) => ({ currency: 'NGN', expectedUnits: amountMinor }),
  open: async ({ reference }) => ({ providerRef: reference, accountNumber: '9000000001', nextPollAt: null }),
}

/** Buys something and pays for it `times` times, with an excess in kobo. */
export async function buy(payer: Payer, request: SubscribeBody, { now = new Date(), overMinor = 0n, times = 1n } = {}) {
  const { paymentId } = await inTenant(payer, (ctx) =>
    createPayment({ ...ctx, projectId: payer.projectId, now: () => now }, { request, openers: [scripted] }),
  )
  if (!paymentId) throw new Error('there is nothing to pay')
  await openAccounts(workerAt(now), { paymentId, openers: [scripted] })
  const [account] = await workerCtx().db.select().from(depositAccounts).where(eq(depositAccounts.paymentId, paymentId))
  if (!account) throw new Error('no account')
  await pay({ accountId: account.id, units: account.expectedUnits * times + overMinor, paidAt: now })
  const [receipt] = await receiptsOf(paymentId)
  if (!receipt) throw new Error('no receipt')
  return { paymentId, receiptId: receipt.id, units: receipt.units }
}

/** Spends dollars of the balance. */
export async function spend({ businessId }: Payer, micros: bigint): Promise<void> {
  const about = { businessId, currency: 'USD' } as const
  const legs = [
    { ...about, kind: 'available', units: -micros },
    { ...about, kind: 'gas', units: micros },
  ] as const
  const journal = { id: newId(), businessId, kind: 'fee', reference: { type: 'deposit', id: newId() } } as const
  const why = { reason: 'spent', createdBy: 'system:test' }
  await inWorker(({ db }) => postJournal(db, { journal: { ...journal, ...why }, legs: [...legs] }))
}
