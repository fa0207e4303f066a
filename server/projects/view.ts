import type { businesses, ipAllowlist, projects } from '@/db/schema'
import type { AllowlistEntryView, Attention, EndingPlan, ProjectView } from '@/schemas/projects/contract'
import { GRACE_MS } from '@/schemas/subscriptions/words'
import { formatUsd } from '@/server/money/usd'

/** A few hundred transactions on a second layer, or one or two on a busy mainnet. */
const LOW_BALANCE_MICROS = 10_000_000n

/** Spec 2.5. */
export function toAllowlistEntryView(row: typeof ipAllowlist.$inferSelect): AllowlistEntryView {
  return {
    id: row.id,
    projectId: row.projectId,
    ipAddress: row.ipAddress,
    label: row.label,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

type ProjectRow = {
  project: typeof projects.$inferSelect
  businessName: string
  businessStatus: (typeof businesses.$inferSelect)['status']
}

export function toProject({ project, businessName, businessStatus }: ProjectRow): ProjectView {
  return {
    id: project.id,
    name: project.name,
    status: project.status,
    businessId: project.businessId,
    businessName,
    businessStatus,
    testnetsOnly: project.testnetsOnly,
    webhookSecretVersion: project.webhookSecretVersion,
    createdAt: project.createdAt.toISOString(),
  }
}

export type EndingPlanRow = { id: string; product: string; plan: string; endDate: Date; autoRenew: boolean }

/** `availableMicros`: null for a business that never had a balance. */
export function toAttention(
  counts: Omit<Attention, 'endingPlans' | 'lowBalanceUsd'>,
  { endingPlans, availableMicros }: { endingPlans: readonly EndingPlanRow[]; availableMicros: bigint | null },
): Attention {
  const isLow = availableMicros !== null && availableMicros < LOW_BALANCE_MICROS
  return {
    ...counts,
    endingPlans: endingPlans.map(toEndingPlan),
    lowBalanceUsd: isLow ? formatUsd(availableMicros) : null,
  }
}

/** An unpaid plan works for some days after its period; a canceled one ends with it. */
function toEndingPlan({ id, product, plan, endDate, autoRenew }: EndingPlanRow): EndingPlan {
  const endsAt = autoRenew ? new Date(endDate.getTime() + GRACE_MS) : endDate
  return { subscriptionId: id, product, plan, endsAt: endsAt.toISOString(), isUnpaid: autoRenew }
}
