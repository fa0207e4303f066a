import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { paymentReceipts, paymentRefunds } from '@/db/schema'
import { faultPoint } from '@/server/fault-point'
import { postJournal } from '@/server/ledger/post-journals'
import { mailRefund } from '@/server/payments/mails/mail-refund'
import { changePaidValue } from '@/server/subscriptions/roll-back-period'
import type { RefundRow } from './begin-refund'
import { completeRefund } from './complete-refund'
import { findPurchasedPeriod } from './find-purchased-period'
import { type LockedReceipt, lockReceipt } from './lock-receipt'
import { paidLegs, type RefundMoney, releaseLegs } from './refund-legs'

/** The states of a refund that was sent to a provider and has not ended. */
export const OPEN_STATES = ['PROCESSING', 'NEEDS_DETAILS'] as const

type Ctx = { db: Database; now: () => Date }
type RefundEnd = {
  refundId: string
  receiptId: string
  state: 'DONE' | 'FAILED'
  providerRef: string | null
  problem: string | null
  /** The actor in the journal. */
  createdBy: string
  /** The expected number of attempts, so that no other process is handling it. Not checked if absent. */
  attempts?: number
}

/**
 * Ends a refund as done or failed, once. The reserved money pays for it, or returns to its account. Needs a
 * transaction. Returns the number of messages written to the outbox; null if it has ended already.
 */
export async function endRefund(ctx: Ctx, end: RefundEnd): Promise<number | null> {
  const { db, now } = ctx
  const lockedReceipt = await lockReceipt(db, end.receiptId)
  const { state, problem, providerRef } = end
  const [refund] = await db
    .update(paymentRefunds)
    .set({
      ...{ state, problem, nextAttemptAt: null, endedAt: now(), updatedAt: now() },
      ...(providerRef === null ? {} : { providerRef }),
    })
    .where(
      and(
        eq(paymentRefunds.id, end.refundId),
        inArray(paymentRefunds.state, OPEN_STATES),
        end.attempts === undefined ? undefined : eq(paymentRefunds.attempts, end.attempts),
      ),
    )
    .returning()
  if (!refund) return null
  const money = toMoney(refund)
  const isDone = state === 'DONE'
  const messages = isDone
    ? await completeRefund(ctx, { refund, lockedReceipt })
    : await undoRefund(ctx, money, lockedReceipt)
  faultPoint('refund-before-journal')
  await postJournal(db, {
    journal: {
      id: newId(),
      businessId: refund.businessId,
      kind: isDone ? 'refund' : 'release',
      reference: { type: 'refund', id: refund.id },
      ...(isDone && refund.rateId ? { rateId: refund.rateId } : {}),
      reason: isDone ? `${refund.reference}: ${refund.reason}` : `${refund.reference}: ${problem ?? 'did not happen'}`,
      createdBy: end.createdBy,
    },
    legs: isDone ? paidLegs(money) : releaseLegs(money),
  })
  faultPoint('refund-after-journal')
  return messages + (await mailRefund(ctx, { refundId: refund.id, creditedMicros: null }))
}

/** Undoes a failed refund: money without an owner waits for an operator again, and a plan has its former value. */
async function undoRefund(
  { db, now }: Ctx,
  { source, revenueMinor }: RefundMoney,
  { receipt, locked }: LockedReceipt,
): Promise<number> {
  if (source === 'SUSPENSE') {
    const waiting = { outcome: 'SUSPENSE', proposal: null, proposedBy: null, updatedAt: now() } as const
    await db.update(paymentReceipts).set(waiting).where(eq(paymentReceipts.id, receipt.id))
  }
  const period = locked && (await findPurchasedPeriod(db, locked.payment))
  if (period) await changePaidValue(db, { ...period, byMinor: revenueMinor }, now())
  return 0
}

function toMoney(refund: RefundRow): RefundMoney {
  if (refund.source === null) throw new Error(`refund ${refund.id} never began`)
  return { ...refund, source: refund.source }
}
