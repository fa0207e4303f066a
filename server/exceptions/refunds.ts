import { type SQL, sql } from 'drizzle-orm'
import { REFUND_OVERDUE_MS } from '@/schemas/exceptions/words'
import { providerName } from '@/schemas/payments/providers/words'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { readRefunds } from '@/server/payments/refunds/list-refunds'
import { byId, type ExceptionSource } from './source'

type RefundKind = 'refund_approval' | 'refund_details' | 'refund_overdue' | 'refund_failed'

/** A refund above the limit. */
export const refundsToApprove = sourceOf<'refund_approval'>(
  () => sql`f.state = 'REQUESTED'`,
  ({ to, reason }) => `A refund to the ${to === 'BALANCE' ? 'balance' : 'original payer'} was requested: ${reason}`,
)

/** A refund that its provider cannot pay without more details. */
export const refundsWithoutDetails = sourceOf<'refund_details'>(
  () => sql`f.state = 'NEEDS_DETAILS'`,
  (refund) => `${providerName(refund.provider)} needs more details to pay this refund${causeOf(refund)}.`,
)

/** A refund that its provider should have paid by now. */
export const overdueRefunds = sourceOf<'refund_overdue'>(
  (now) => sql`f.state = 'PROCESSING' and coalesce(f.sent_at, f.created_at)
    <= ${new Date(now.getTime() - REFUND_OVERDUE_MS).toISOString()}::timestamptz`,
  (refund) => `${providerName(refund.provider)} has not paid this refund for three days${causeOf(refund)}.`,
)

/** A refund that its provider refused, and that was not requested again. A person who dropped one knows. */
export const failedRefunds = sourceOf<'refund_failed'>(
  () => sql`f.state = 'FAILED' and f.closed_by is null
    and exists (select from ledger_journals j where j.reference_type = 'refund' and j.reference_id = f.id
      and j.kind = 'release' and j.created_by like 'system:%')
    and not exists (select from payment_refunds l where l.receipt_id = f.receipt_id and l.created_at > f.created_at)`,
  (refund) =>
    `${providerName(refund.provider)} could not pay this refund${causeOf(refund)}. The money is where it was before.`,
)

function sourceOf<K extends RefundKind>(
  waits: (now: Date) => SQL,
  happened: (refund: RefundView) => string,
): ExceptionSource<K> {
  return {
    rows: (now) => sql`
      select f.id, coalesce(f.ended_at, f.created_at) as at, f.business_id,
        concat_ws(' ', f.reference, f.provider_ref, f.provider, f.payment_id) as search
      from payment_refunds f where ${waits(now)}`,
    load: async ({ db }, ids) =>
      byId(await readRefunds(db, ids), (subject) => ({
        subject,
        money: { amount: subject.amountNgn, unit: 'NGN' },
        happened: happened(subject),
        proposal: subject.state === 'REQUESTED' ? { by: subject.requestedBy, what: 'refund it' } : null,
      })),
  }
}

function causeOf({ problem }: RefundView): string {
  return problem === null ? '' : `: ${problem.replace(/\.$/, '')}`
}
