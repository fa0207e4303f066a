import { and, asc, eq } from 'drizzle-orm'
import { plans } from '@/db/schema'
import type { PlanView } from '@/schemas/plans/contract'
import type { WorkerCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toPlanView } from './view'

/** Active plans of a product, cheapest first; an unknown product has none. */
export async function listPlans(
  ctx: Pick<WorkerCtx, 'db'>,
  { productId }: { productId: number },
): Promise<Rows<PlanView>> {
  const rows = await ctx.db
    .select()
    .from(plans)
    .where(and(eq(plans.productId, productId), eq(plans.isActive, true)))
    .orderBy(asc(plans.priceMonthlyMinor), asc(plans.id))
  return { items: rows.map(toPlanView) }
}
