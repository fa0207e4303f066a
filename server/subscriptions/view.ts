import type { plans, products } from '@/db/schema'
import type { ProjectPlan } from './contract'

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
