import { and, asc, eq, inArray } from 'drizzle-orm'
import { plans, products, subscriptions } from '@/db/schema'
import type { ProjectPlan } from '@/schemas/subscriptions/contract'
import type { AuditCtx } from '@/server/audit/append-audit'
import type { Rows } from '@/server/paging'
import { RUNNING_STATES } from './transitions'
import { toProjectPlan } from './view'

/** The products, each with the plan that the project has. */
export async function listProjectPlans(
  ctx: Pick<AuditCtx, 'db' | 'businessId'> & { projectId: string },
): Promise<Rows<ProjectPlan>> {
  const rows = await ctx.db
    .select({ product: products, plan: plans, endDate: subscriptions.endDate })
    .from(products)
    .leftJoin(
      subscriptions,
      and(
        eq(subscriptions.productId, products.id),
        eq(subscriptions.businessId, ctx.businessId),
        eq(subscriptions.projectId, ctx.projectId),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(products.isActive, true))
    .orderBy(asc(products.id))
  return { items: rows.map(toProjectPlan) }
}
