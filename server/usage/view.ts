import type { plans, subscriptions } from '@/db/schema'
import type { ProductUsage } from '@/schemas/usage/contract'
import { CREDITS, kindsOfProduct, type MeteredName } from '@/schemas/usage/words'
import { toQuotas, toRates } from './plan-terms'
import { usageWindow } from './usage-window'

type Row = {
  subscription: typeof subscriptions.$inferSelect
  plan: typeof plans.$inferSelect
  productName: string
}

/** The usage of one product by a project, with its limits. */
export function toProductUsage(
  { subscription, plan, productName }: Row,
  { usedByKind, now }: { usedByKind: ReadonlyMap<MeteredName, number>; now: Date },
): ProductUsage {
  const { productId } = subscription
  const { planQuotas, creditRate, name: planName } = plan
  const quotas = toQuotas(planQuotas)
  const rates = toRates(creditRate)
  const names: MeteredName[] = kindsOfProduct(productId)
  if (quotas.has(CREDITS) || rates.size > 0) names.push(CREDITS)
  return {
    productId,
    productName,
    planName,
    resetsAt: usageWindow(subscription, now).end.toISOString(),
    uses: names.map((name) => ({
      name,
      used: Math.max(0, usedByKind.get(name) ?? 0),
      limit: quotas.get(name) ?? null,
      creditRate: name === CREDITS ? null : (rates.get(name) ?? null),
    })),
  }
}
