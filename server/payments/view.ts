import type { payments } from '@/db/schema'
import type { PaymentView } from '@/schemas/payments/contract'
import { toSafeInteger } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

/** Spec 2.6. */
export function toPaymentView(row: typeof payments.$inferSelect): PaymentView {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    amount: toSafeInteger(row.amountMinor),
    currency: row.currency,
    paymentRef: row.paymentRef,
    subscriptionId: row.subscriptionId,
    projectId: row.projectId,
    planId: row.planId,
    billingCycle: row.billingCycle,
    businessId: row.businessId,
    providerId: row.providerId,
    reference: row.reference,
    amountUsd: formatUsd(row.amountUsdMicros),
    description: row.description,
    clientReference: row.clientReference ?? undefined,
    metadata: row.metadata ?? undefined,
    exceptions: row.exceptions,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    expiryAt: row.expiryAt.toISOString(),
  }
}
