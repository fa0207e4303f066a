import { and, asc, eq, inArray } from 'drizzle-orm'
import { plans, products, subscriptions } from '@/db/schema'
import type { ProductUsage } from '@/schemas/usage/contract'
import type { ProjectCtx, TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { findUsed } from './find-used'
import { flushUsage } from './flush-usage'
import { usageWindow } from './usage-window'
import { toProductUsage } from './view'

/**
 * The states of a subscription that grant uses. They are repeated here because subscriptions are in a layer above this
 * folder.
 */
const GRANTING = ['ACTIVE', 'PAST_DUE'] as const satisfies readonly (typeof subscriptions.$inferSelect)['status'][]

/**
 * The usage of each product that the project has a plan of. It includes every call that this process has answered; what
 * other processes counted in the last second may be missing.
 */
export async function getUsage(ctx: ProjectCtx): Promise<Rows<ProductUsage>> {
  const { businessId, projectId } = ctx
  await flushUsage()
  const rows = await ctx.db
    .select({ subscription: subscriptions, plan: plans, productName: products.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(products, eq(products.id, subscriptions.productId))
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        inArray(subscriptions.status, GRANTING),
      ),
    )
    .orderBy(asc(subscriptions.productId))
  const items = rows.map(async (row) => {
    const usedByKind = await readUsed(ctx, { ...row.subscription, projectId })
    return toProductUsage(row, { usedByKind, now: ctx.now() })
  })
  return { items: await Promise.all(items) }
}

async function readUsed(ctx: TenantCtx, subscription: typeof subscriptions.$inferSelect & { projectId: string }) {
  const { id: subscriptionId, startDate, businessId, projectId, productId } = subscription
  const { start: periodStart } = usageWindow(subscription, ctx.now())
  const input = { businessId, projectId, productId, periodStart, plan: { subscriptionId, startDate } }
  return (await findUsed(input, ctx)).usedByKind
}
