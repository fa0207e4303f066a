import { capabilitiesOf } from '@/db/capabilities'
import type { plans, products } from '@/db/schema'
import type { OperatorPlan, PlanView, ProductView } from '@/schemas/plans/contract'
import { toSafeInteger } from '@/server/money/amount'
import { toQuotas, toRates } from '@/server/usage/plan-terms'

/** Spec 2.8. */
export function toPlanView(row: typeof plans.$inferSelect): PlanView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    type: row.type,
    productId: row.productId,
    priceMonthly: toSafeInteger(row.priceMonthlyMinor),
    currency: row.currency,
    currencySign: row.currencySign,
    currencySymbol: row.currencySymbol,
    creditRate: row.creditRate,
    planQuotas: row.planQuotas,
    yearlyMonths: row.yearlyMonths,
    capabilities: row.capabilities,
    createdBy: row.createdBy,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toProductView(row: typeof products.$inferSelect): ProductView {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    capabilities: capabilitiesOf(row.id),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export function toOperatorPlan(row: typeof plans.$inferSelect, projectCount: number): OperatorPlan {
  return {
    id: row.id,
    productId: row.productId,
    name: row.name,
    description: row.description,
    isActive: row.isActive,
    priceMonthlyMinor: row.priceMonthlyMinor,
    currency: row.currency,
    currencySign: row.currencySign,
    yearlyMonths: row.yearlyMonths,
    proration: row.proration,
    capabilities: row.capabilities,
    readPerMinute: row.rateLimits.readPerMinute,
    writePerMinute: row.rateLimits.writePerMinute,
    // Set in whole dollars.
    sponsoredDailyUsd: Number(row.sponsoredDailyMicros / 1_000_000n),
    quotas: [...toQuotas(row.planQuotas)].map(([name, limit]) => ({ name, limit })),
    creditRate: Object.fromEntries(toRates(row.creditRate)),
    projectCount,
    updatedAt: row.updatedAt.toISOString(),
  }
}
