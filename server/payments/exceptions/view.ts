import type { paymentReceipts } from '@/db/schema'
import type { ExceptionView } from './contract'

export function toExceptionView(row: typeof paymentReceipts.$inferSelect): ExceptionView {
  return {
    id: row.id,
    businessId: row.businessId,
    paymentId: row.paymentId,
    provider: row.provider,
    providerTxnId: row.providerTxnId,
    currency: row.currency,
    units: row.units.toString(),
    exceptions: row.exceptions,
    paidAt: row.paidAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    proposedBy: row.proposedBy,
    proposal: row.proposal,
  }
}
