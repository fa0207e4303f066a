import { and, eq, isNull } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { requireSound } from '@/db/require-sound'
import { type Currency, depositAccounts, paymentReceipts, payments } from '@/db/schema'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { postJournals } from '@/server/ledger/post-journals'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { bookReceipt } from './book-receipt'
import { feeOf, type SharedFee } from './fee-of'
import { lockPayment, type ReceiptRow } from './lock-payment'
import { receivePostings } from './receive-postings'

/** Money that a provider, or a chain at its depth, says has come for good. */
export type IncomingReceipt = {
  /** The deposit account it came to; null where it names none of ours. */
  account: { id: string } | null
  /** Name of the provider; of a chain `chain`. */
  provider: string
  /** Once per provider: the same one again changes nothing. */
  providerTxnId: string
  currency: Currency
  units: bigint
  /** What the provider kept of it. */
  feeUnits: bigint
  /** Goes before `feeUnits`. */
  sharedFee?: SharedFee
  paidAt: Date
}

/**
 * Books what came in, once: it pays for its payment, waits for the rest, goes to the balance of its business, or, where nobody can tell whose
 * it is, to the operator's queue. Opens its own transaction.
 */
export async function receiveMoney(ctx: WorkerCtx, receipt: IncomingReceipt): Promise<void> {
  if (receipt.units <= 0n) throw new Error('what came in is more than nothing')
  const account = receipt.account ? await findAccount(ctx.db, receipt.account.id) : null
  const messages = await inWorker(({ db }) => {
    const own = { db, now: ctx.now }
    return account ? receiveFor(own, account, receipt) : receiveUnmatched(own, receipt)
  })
  faultPoint('receipt-after-commit')
  if (messages > 0) wakeOutboxes()
}

type Account = { row: typeof depositAccounts.$inferSelect; projectId: string }

async function findAccount(db: Database, id: string): Promise<Account | null> {
  const [account] = await db
    .select({ row: depositAccounts, projectId: payments.projectId })
    .from(depositAccounts)
    .innerJoin(payments, eq(payments.id, depositAccounts.paymentId))
    .where(eq(depositAccounts.id, id))
  return account ?? null
}

async function receiveFor(ctx: WorkerCtx, { row: account, projectId }: Account, receipt: IncomingReceipt) {
  const locked = await lockPayment(ctx.db, { paymentId: account.paymentId, projectId })
  if (!locked) throw new Error(`payment ${account.paymentId} is gone`)
  const { businessId } = locked.payment
  const stored = await insertReceipt(ctx.db, { receipt, businessId, account })
  const placed = stored ?? (await placeReceipt(ctx.db, { receipt, businessId, account }))
  if (!placed) return 0
  faultPoint('receipt-after-insert')
  const { messages, postings } = await bookReceipt(ctx, { locked, account, receipt: placed })
  faultPoint('receipt-before-post')
  await postJournals(ctx.db, [...(stored ? receivePostings(stored) : []), ...postings])
  faultPoint('receipt-before-commit')
  return messages
}

/** Money that was nobody's when it came and is named for an account by now. Null where it has its place, or somebody decided about it. */
async function placeReceipt(db: Database, { receipt, businessId, account }: Placed): Promise<ReceiptRow | null> {
  const [placed] = await db
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
  return placed ? requireSound(paymentReceipts, placed) : null
}

/** Nobody of ours is named: it stays in suspense until an operator says whose it is. */
async function receiveUnmatched({ db }: WorkerCtx, receipt: IncomingReceipt): Promise<number> {
  const stored = await insertReceipt(db, { receipt, businessId: PLATFORM_BUSINESS_ID, account: null })
  if (stored) await postJournals(db, receivePostings(stored))
  return 0
}

type Placed = { receipt: IncomingReceipt; businessId: string; account: Account['row'] }
type NewReceipt = { receipt: IncomingReceipt; businessId: string; account: Account['row'] | null }

/** Null where it is known. */
async function insertReceipt(db: Database, { receipt, businessId, account }: NewReceipt) {
  const { account: _named, sharedFee: _shared, ...money } = receipt
  const feeUnits = await feeOf(db, receipt)
  const [stored] = await db
    .insert(paymentReceipts)
    .values({
      ...money,
      feeUnits,
      id: newId(),
      businessId,
      paymentId: account?.paymentId ?? null,
      accountId: account?.id ?? null,
      valueMinor: money.currency === 'NGN' ? money.units : 0n,
      outcome: 'SUSPENSE',
    })
    .onConflictDoNothing({ target: [paymentReceipts.provider, paymentReceipts.providerTxnId] })
    .returning()
  return stored ?? null
}
