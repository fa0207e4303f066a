import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { payments } from '@/db/schema'
import { EXPIRY_SLACK_MS, type PaymentException } from '@/schemas/payments/words'
import { bisectRows } from '@/server/alarms/bisect-rows'
import { isTransient } from '@/server/alarms/is-transient'
import { recordRowFault } from '@/server/alarms/row-faults'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { Posting } from '@/server/ledger/post-journals'
import { postJournals } from '@/server/ledger/post-journals'
import { mailPartial } from '@/server/payments/mails/mail-exceptions'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { publishPaymentEvents } from '@/server/payments/publish-payment-events'
import { canSend } from '@/server/recovery/is-recovering'
import { dropPending } from '@/server/subscriptions/drop-pending'
import { creditReceipt } from './credit-receipt'
import { type LockedPayment, lockPayment } from './lock-payment'
import { peggedOfReceipt } from './value-of'

/** The maximum in one run; the next run continues. */
const MAX_CLOSED = 200

/**
 * Ends quotes that have expired: received money that is not enough is credited to the balance at the rate of the quote.
 * If a provider has not answered since the expiry, the quote stays open for money that was sent in time, at most until
 * its watch ends. During a recovery none ends: its money may be received and not booked yet. Returns the number ended.
 */
export async function closePayments(ctx: WorkerCtx): Promise<number> {
  if (!(await canSend())) return 0
  const due = await listDue(ctx)
  let messages = 0
  const byId = new Map(due.map((one) => [one.paymentId, one]))
  await bisectRows([...byId.keys()], {
    work: async (ids) => {
      for (const id of ids) {
        const one = byId.get(id)
        if (!one) continue
        messages += await inWorker(({ db }) => closePayment({ db, now: ctx.now }, one))
        faultPoint('close-after-commit')
      }
    },
    isExpectedError: isTransient,
    onFault: (id, error) => recordRowFault({ noun: 'payment', id }, error, ctx.now()),
  })
  if (messages > 0) wakeOutboxes()
  return due.length
}

type Due = { paymentId: string; projectId: string }

/**
 * Quotes whose accounts were polled after the expiry. For a chain, its follower sets `polled_at` once it has read past
 * the expiry.
 */
async function listDue({ db, now }: WorkerCtx): Promise<Due[]> {
  const ended = new Date(now().getTime() - EXPIRY_SLACK_MS)
  const unasked = sql`exists (select 1 from deposit_accounts a where a.payment_id = ${payments.id} and a.status = 'OPEN'
    and (a.polled_at is null or a.polled_at < ${payments.expiryAt}))`
  return db
    .select({ paymentId: payments.id, projectId: payments.projectId })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'PENDING'),
        lte(payments.expiryAt, ended),
        sql`(not ${unasked} or ${payments.watchUntil} <= ${sql.param(now(), payments.watchUntil)})`,
      ),
    )
    .orderBy(asc(payments.expiryAt))
    .limit(MAX_CLOSED)
}

async function closePayment(ctx: WorkerCtx, due: Due): Promise<number> {
  const locked = await lockPayment(ctx.db, due)
  if (locked?.payment.status !== 'PENDING') return 0
  const { messages, postings } = await failPayment(ctx, locked)
  await postJournals(ctx.db, postings)
  faultPoint('close-before-commit')
  return messages
}

/**
 * Fails a locked payment; receipts that wait are credited to the balance at its rate. The caller posts the journals.
 */
export async function failPayment(
  ctx: WorkerCtx,
  { payment, held }: LockedPayment,
): Promise<{ messages: number; postings: Posting[] }> {
  const { db, now } = ctx
  const exceptions: PaymentException[] = held.length > 0 ? ['PARTIAL'] : []
  await db
    .update(payments)
    .set({
      status: 'FAILED',
      exceptions: [...new Set([...payment.exceptions, ...exceptions])],
      closedAt: now(),
      updatedAt: now(),
    })
    .where(and(eq(payments.id, payment.id), eq(payments.status, 'PENDING')))
  faultPoint('close-after-payment')
  await dropPending(db, { businessId: payment.businessId, ids: [payment.subscriptionId], to: 'EXPIRED' })
  const postings: Posting[] = []
  for (const receipt of held) {
    const request = {
      businessId: payment.businessId,
      receipt,
      pegged: await peggedOfReceipt(db, receipt),
      rate: { id: payment.rateId, ngnPerUsdE8: payment.ngnPerUsdE8 },
      exceptions,
      reason: `${payment.paymentRef} was not paid whole in time`,
      createdBy: 'system:settlement',
    }
    postings.push(await creditReceipt(db, request, now()))
  }
  const failed = { paymentId: payment.id, kind: 'payment.failed' as const }
  const flagged = held.map(({ id }) => ({ paymentId: payment.id, kind: 'payment.exception' as const, sourceId: id }))
  const messages = await publishPaymentEvents(db, [failed, ...flagged], now())
  // Expired quotes without money are common and need no email.
  const mails = held.length > 0 ? await mailPartial(ctx, payment.id) : 0
  return { messages: messages + mails, postings }
}
