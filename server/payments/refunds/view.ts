import type { RefundView } from '@/schemas/payments/refunds/contract'
import { formatAmount } from '@/server/money/amount'
import type { RefundRow } from './begin-refund'

const KOBO = 2

export function toRefundView(row: RefundRow, businessName: string): RefundView {
  return {
    id: row.id,
    reference: row.reference,
    businessId: row.businessId,
    businessName,
    paymentId: row.paymentId,
    receiptId: row.receiptId,
    provider: row.provider,
    providerRef: row.providerRef,
    to: row.to,
    state: row.state,
    amountNgn: formatAmount(row.units, KOBO),
    reason: row.reason,
    requestedBy: row.requestedBy,
    approvedBy: row.approvedBy,
    problem: row.problem,
    attempts: row.attempts,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  }
}
