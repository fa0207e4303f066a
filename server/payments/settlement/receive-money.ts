import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Database, type DeferStatement, prepareStatement } from '@/db/client'
import { newId } from '@/db/new-id'
import { type Currency, depositAccounts, paymentReceipts } from '@/db/schema'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { Posting } from '@/server/ledger/post-journals'
import { postWithinBalance } from '@/server/ledger/post-journals'
import { divideDown } from '@/server/money/rounding'
import { readAudience } from '@/server/payments/mails/read-audience'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { arrivalSeconds } from '@/server/payments/metrics'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { bookReceipt } from './book-receipt'
import { lockPayment, type ReceiptRow } from './lock-payment'
import { feeLegs, receiveLegs } from './money-legs'
import { isReceiptStored, ReceiptStoredError, storeReceipt } from './store-receipt'
import { koboOf, pegOf } from './value-of'

/** Final money, reported by a provider, or by a chain at the required depth. */
export type IncomingReceipt = {
  /** The deposit account that received it; null if it is unknown. */
  account: { id: string } | null
  /** The provider's name; `chain` for a chain. */
  provider: string
  /** Unique for each provider. Booking it again changes nothing. */
  providerTxnId: string
  currency: Currency
  units: bigint
  /** The fee that the provider kept from the money. */
  feeUnits: bigint
  /** Takes precedence over `feeUnits`. */
  sharedFee?: SharedFee
  paidAt: Date
}

/**
 * Books a receipt once. It pays for its payment, waits for the rest, or is credited to the balance of its business;
 * without a known owner it joins the exceptions. Opens its own transaction.
 */
export async function receiveMoney(ctx: WorkerCtx, receipt: IncomingReceipt): Promise<void> {
  if (receipt.units <= 0n) throw new Error('a receipt must have a positive amount')
  const accountId = receipt.account?.id
  const receive = () =>
    inWorker(({ db, leaveLast }) => {
      const txCtx = { db, leaveLast, now: ctx.now }
      return accountId === undefined ? receiveUnmatched(txCtx, receipt) : receiveFor(txCtx, accountId, receipt)
    })
  const messages = await receive().catch((error: unknown) => {
    if (!(error instanceof ReceiptStoredError)) throw error
    return receive()
  })
  faultPoint('receipt-after-commit')
  if (messages === null) return
  if (messages > 0) wakeOutboxes()
  if (accountId !== undefined) recordArrival(ctx, receipt)
}

function recordArrival({ now }: WorkerCtx, { provider, paidAt }: IncomingReceipt): void {
  // The clock of a provider may differ from that of the platform.
  arrivalSeconds.record({ provider }, Math.max(0, now().getTime() - paidAt.getTime()) / 1_000)
}

type ReceiveCtx = WorkerCtx & { leaveLast: DeferStatement }

const selectAccount = prepareStatement((db) =>
  db
    .select()
    .from(depositAccounts)
    .where(eq(depositAccounts.id, sql.placeholder('accountId')))
    .prepare('account-of-receipt'),
)

/** Returns the number of messages written to the outbox; null if nothing changed. */
async function receiveFor(ctx: ReceiveCtx, accountId: string, receipt: IncomingReceipt): Promise<number | null> {
  // One network round trip. After these locks no other process settles the payment, or books this receipt for it.
  const [locked, [account], isStored, feeUnits, audience] = await Promise.all([
    lockPayment(ctx.db, { accountId }),
    selectAccount(ctx.db, { accountId }),
    isReceiptStored(ctx.db, receipt),
    feeOf(ctx.db, receipt),
    readAudience(ctx.db, { accountId }),
  ])
  if (!account) return receiveUnmatched(ctx, receipt)
  if (!locked) throw new Error(`payment ${account.paymentId} does not exist`)
  const { businessId, ngnPerUsdE8 } = locked.payment
  const isItsCurrency = receipt.currency === account.currency
  const valueMinor = isItsCurrency ? koboOf(receipt.units, pegOf(account), ngnPerUsdE8) : bareValueOf(receipt)
  const row = isStored
    ? await assignReceipt(ctx.db, { receipt, businessId, account })
    : toRow({ receipt, businessId, account, valueMinor, feeUnits }, ctx.now())
  if (!row) return null
  const { messages, postings } = await bookReceipt(ctx, { locked, account, receipt: row, isStored, audience })
  faultPoint('receipt-before-post')
  ctx.leaveLast(postWithinBalance(ctx.db, [...(isStored ? [] : receivePostings(row)), ...postings]))
  faultPoint('receipt-before-commit')
  return messages
}

/**
 * Assigns money without an owner to the account that is known now. Null if it was assigned before, or an operator
 * decided about it.
 */
async function assignReceipt(db: Database, { receipt, businessId, account }: Assignment): Promise<ReceiptRow | null> {
  const [row] = await db
    .update(paymentReceipts)
    .set({ businessId, paymentId: account.paymentId, accountId: account.id, proposal: null, proposedBy: null })
    .where(
      and(
        eq(paymentReceipts.provider, receipt.provider),
        eq(paymentReceipts.providerTxnId, receipt.providerTxnId),
        eq(paymentReceipts.outcome, 'SUSPENSE'),
        isNull(paymentReceipts.accountId),
      ),
    )
    .returning()
  return row ?? null
}

/** Books money that names no account of the platform: it stays in suspense until an operator assigns it. */
async function receiveUnmatched({ db, leaveLast, now }: ReceiveCtx, receipt: IncomingReceipt): Promise<number> {
  const money = { receipt, valueMinor: bareValueOf(receipt), feeUnits: await feeOf(db, receipt) }
  const row = toRow({ ...money, businessId: PLATFORM_BUSINESS_ID, account: null }, now())
  if (await storeReceipt(db, row)) leaveLast(postWithinBalance(db, receivePostings(row)))
  return 0
}

type AccountRow = typeof depositAccounts.$inferSelect
type Assignment = { receipt: IncomingReceipt; businessId: string; account: AccountRow }
type NewReceipt = {
  receipt: IncomingReceipt
  businessId: string
  account: AccountRow | null
  /** In kobo. */
  valueMinor: bigint
  feeUnits: bigint
}

/** The value without a payment: naira have their face value; the value of other money is unknown (0). */
function bareValueOf({ currency, units }: IncomingReceipt): bigint {
  return currency === 'NGN' ? units : 0n
}

/** The row of an undecided receipt. */
function toRow({ receipt, businessId, account, valueMinor, feeUnits }: NewReceipt, now: Date): ReceiptRow {
  const { provider, providerTxnId, currency, units, paidAt } = receipt
  return {
    ...{ id: newId(), businessId, paymentId: account?.paymentId ?? null, accountId: account?.id ?? null },
    ...{ provider, providerTxnId, currency, units, valueMinor, feeUnits, paidAt },
    ...{ outcome: 'SUSPENSE', exceptions: [], rateId: null, creditedMicros: 0n },
    ...{ proposedBy: null, proposal: null, decidedBy: null, decision: null, receivedAt: now, updatedAt: now },
  }
}

/** The journals of received money: the amount, and the fee that its provider kept. */
function receivePostings(receipt: ReceiptRow): Posting[] {
  const about = {
    businessId: receipt.businessId,
    reference: { type: 'receipt', id: receipt.id },
    createdBy: `system:${receipt.provider}`,
  } as const
  const reason = `${receipt.provider} ${receipt.providerTxnId}`
  const received: Posting = { journal: { ...about, id: newId(), kind: 'receive', reason }, legs: receiveLegs(receipt) }
  if (receipt.feeUnits === 0n) return [received]
  return [
    received,
    { journal: { ...about, id: newId(), kind: 'fee', reason: `Fee of ${reason}` }, legs: feeLegs(receipt) },
  ]
}

/** One fee that a provider reports for several receipts together. */
type SharedFee = { providerTxnIds: string[]; units: bigint; feeUnits: bigint }

type Kept = { provider: string; units: bigint; feeUnits: bigint; sharedFee?: SharedFee }

/**
 * The fee to book for a receipt. A shared fee is split. Each receipt gets its share of what earlier ones left, and the
 * last one the rest, so that they add up to the provider's fee in any order. Locks the shared fee until the transaction
 * ends.
 */
async function feeOf(db: Database, { provider, units, feeUnits, sharedFee }: Kept): Promise<bigint> {
  const [first] = sharedFee?.providerTxnIds ?? []
  if (!sharedFee || first === undefined) return feeUnits
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`shared fee ${provider} ${first}`}, 0))`)
  const [booked] = await db
    .select({
      units: sql<string>`coalesce(sum(${paymentReceipts.units}), 0)`.mapWith(BigInt),
      feeUnits: sql<string>`coalesce(sum(${paymentReceipts.feeUnits}), 0)`.mapWith(BigInt),
    })
    .from(paymentReceipts)
    .where(
      and(eq(paymentReceipts.provider, provider), inArray(paymentReceipts.providerTxnId, sharedFee.providerTxnIds)),
    )
  const left = sharedFee.feeUnits - (booked?.feeUnits ?? 0n)
  const unbooked = sharedFee.units - (booked?.units ?? 0n)
  const fee = unbooked > units ? divideDown(left * units, unbooked) : left
  return fee < 0n ? 0n : fee > units ? units : fee
}
