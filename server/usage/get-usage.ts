import { and, asc, eq, inArray } from 'drizzle-orm'
import { requireSound } from '@/db/require-sound'
import { plans, products, subscriptions } from '@/db/schema'
import { viewApart } from '@/server/alarms/view-apart'
import type { TenantCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { RUNNING_STATES } from '@/server/subscriptions/transitions'
import type { ProductUsage } from './contract'
import { findUsed } from './find-used'
import { toQuotas, toRates } from './plan-terms'
import { usageWindow } from './usage-window'
import { CREDITS, kindsOfProduct, type MeteredName } from './words'

/** What a project used of each product that it has a plan of, as it was written down at most a second or so ago. */
export async function getUsage(ctx: TenantCtx & { projectId: string }): Promise<Rows<ProductUsage>> {
  const { businessId, projectId } = ctx
  const rows = await ctx.db
    .select({ subscription: subscriptions, plan: plans, productName: products.name })
    .from(subscriptions)
    .innerJoin(plans, eq(plans.id, subscriptions.planId))
    .innerJoin(products, eq(products.id, subscriptions.productId))
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        inArray(subscriptions.status, RUNNING_STATES),
      ),
    )
    .orderBy(asc(subscriptions.productId))
  const used = await Promise.allSettled(rows.map(async (row) => readUsed(ctx, { ...row.subscription, projectId })))
  return viewApart(
    rows.map((row, n) => ({ ...row, used: used[n] })),
    {
      noun: 'subscription',
      idOf: ({ subscription }) => subscription.id,
      toView(row) {
        if (row.used?.status !== 'fulfilled') throw row.used?.reason
        return toProductUsage(row, { known: row.used.value, now: ctx.now() })
      },
    },
  )
}

async function readUsed(ctx: TenantCtx, subscription: typeof subscriptions.$inferSelect & { projectId: string }) {
  const { id: subscriptionId, startDate, businessId, projectId, productId } = requireSound(subscriptions, subscription)
  const { start: periodStart } = usageWindow(subscription, ctx.now())
  const asked = { businessId, projectId, productId, periodStart, plan: { subscriptionId, startDate } }
  return (await findUsed(asked, ctx)).known
}

type Row = {
  subscription: typeof subscriptions.$inferSelect
  plan: typeof plans.$inferSelect
  productName: string
}

function toProductUsage(
  { subscription, plan, productName }: Row,
  { known, now }: { known: ReadonlyMap<MeteredName, number>; now: Date },
): ProductUsage {
  const { productId } = subscription
  const { planQuotas, creditRate, name: planName } = requireSound(plans, plan)
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
      used: Math.max(0, known.get(name) ?? 0),
      limit: quotas.get(name) ?? null,
      creditRate: name === CREDITS ? null : (rates.get(name) ?? null),
    })),
  }
}
