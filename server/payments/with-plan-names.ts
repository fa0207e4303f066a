import { eq, inArray } from 'drizzle-orm'
import { plans, products } from '@/db/schema'
import type { PlanNamed } from '@/schemas/payments/contract'
import type { TenantCtx } from '@/server/ctx'

/** The payments with the names of the plans that they pay for, `Wallet Scale`. */
export async function withPlanNames<Payment extends { planId: number | null }>(
  { db }: Pick<TenantCtx, 'db'>,
  payments: readonly Payment[],
): Promise<PlanNamed<Payment>[]> {
  const ids = [...new Set(payments.flatMap(({ planId }) => planId ?? []))]
  const rows =
    ids.length === 0
      ? []
      : await db
          .select({ id: plans.id, plan: plans.name, product: products.name })
          .from(plans)
          .innerJoin(products, eq(products.id, plans.productId))
          .where(inArray(plans.id, ids))
  const names = new Map(rows.map(({ id, plan, product }) => [id, `${product} ${plan}`]))
  return payments.map((payment) => ({
    ...payment,
    planName: payment.planId === null ? null : (names.get(payment.planId) ?? null),
  }))
}
