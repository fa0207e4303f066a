import type { payments, plans, products, subscriptions } from '@/db/schema'
import type { PastSubscription, ProjectPlan, SubscriptionView } from '@/schemas/subscriptions/contract'
import { formatAmount } from '@/server/money/amount'

type ProjectPlanRow = {
  product: typeof products.$inferSelect
  plan: typeof plans.$inferSelect | null
  endDate: Date | null
}

export function toProjectPlan({ product, plan, endDate }: ProjectPlanRow): ProjectPlan {
  return {
    productId: product.id,
    productName: product.name,
    planId: plan?.id ?? null,
    planName: plan?.name ?? null,
    capabilities: plan?.capabilities ?? [],
    endDate: endDate?.toISOString() ?? null,
  }
}

/** Spec 2.7. */
export function toSubscriptionView(row: typeof subscriptions.$inferSelect): SubscriptionView {
  return {
    id: row.id,
    projectId: row.projectId,
    businessId: row.businessId,
    planId: row.planId,
    billingCycle: row.billingCycle,
    status: row.status,
    subscriptionType: row.subscriptionType,
    startDate: row.startDate.toISOString(),
    endDate: row.endDate.toISOString(),
    autoRenew: row.autoRenew,
    creditAmount: Number(row.creditAmount),
    paymentRef: row.paymentRef,
    clientReference: row.clientReference ?? undefined,
    metadata: row.metadata ?? undefined,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

type PastRow = {
  subscription: typeof subscriptions.$inferSelect
  plan: typeof plans.$inferSelect
  product: typeof products.$inferSelect
  payment: Pick<typeof payments.$inferSelect, 'id' | 'amountMinor'> | null
}

export function toPastSubscription({ subscription, plan, product, payment }: PastRow): PastSubscription {
  const { id, billingCycle, status, startDate, endDate, autoRenew, paymentRef, clientReference } = subscription
  return {
    id,
    productName: product.name,
    planName: plan.name,
    billingCycle,
    status,
    startDate: startDate.toISOString(),
    endDate: endDate.toISOString(),
    autoRenew,
    payment: payment && { id: payment.id, paymentRef, amountNgn: formatAmount(payment.amountMinor, 2) },
    clientReference,
  }
}
