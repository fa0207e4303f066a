import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { plans, products, projects, subscriptions } from '@/db/schema'
import { type AuditCtx, appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import type { ProjectPlan, setProjectPlanInput } from './contract'

const RUNNING = inArray(subscriptions.status, ['ACTIVE', 'PAST_DUE'])
const YEAR_MS = 365 * 86_400_000

/** Each product with the plan the project has of it. */
export async function listProjectPlans(
  ctx: Pick<AuditCtx, 'db' | 'businessId'> & { projectId: string },
): Promise<ProjectPlan[]> {
  const rows = await ctx.db
    .select({ product: products, plan: plans, endDate: subscriptions.endDate })
    .from(products)
    .leftJoin(
      subscriptions,
      and(
        eq(subscriptions.productId, products.id),
        eq(subscriptions.businessId, ctx.businessId),
        eq(subscriptions.projectId, ctx.projectId),
        RUNNING,
      ),
    )
    .leftJoin(plans, eq(plans.id, subscriptions.planId))
    .where(eq(products.isActive, true))
    .orderBy(asc(products.id))
  return rows.map(({ product, plan, endDate }) => ({
    productId: product.id,
    productName: product.name,
    planId: plan?.id ?? null,
    planName: plan?.name ?? null,
    capabilities: plan?.capabilities ?? [],
    endDate: endDate?.toISOString() ?? null,
  }))
}

/** Puts the project on another plan of a product, or takes the product away: an operator's act, without a payment. */
export async function setProjectPlan(ctx: OperatorCtx, input: z.output<typeof setProjectPlanInput>): Promise<void> {
  const { businessId, projectId, productId, planId } = input
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.businessId, businessId)))
  if (!project) throw notFound('Project')
  const planName = planId === null ? null : await requirePlanName(ctx, { planId, productId })
  await ctx.db
    .update(subscriptions)
    .set({ status: 'CANCELED', endDate: ctx.now() })
    .where(
      and(
        eq(subscriptions.businessId, businessId),
        eq(subscriptions.projectId, projectId),
        eq(subscriptions.productId, productId),
        RUNNING,
      ),
    )
  if (planId !== null) {
    const startDate = ctx.now()
    await ctx.db.insert(subscriptions).values({
      businessId,
      projectId,
      productId,
      planId,
      billingCycle: 'YEARLY',
      status: 'ACTIVE',
      startDate,
      endDate: new Date(startDate.getTime() + YEAR_MS),
      createdBy: ctx.actor.id,
    })
  }
  const detail = { productId, planId, planName }
  await appendAudit({ ...ctx, businessId, projectId }, { action: 'plan.changed', target: projectId, detail })
}

async function requirePlanName(
  { db }: OperatorCtx,
  { planId, productId }: { planId: number; productId: number },
): Promise<string> {
  const [plan] = await db
    .select({ name: plans.name })
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.productId, productId), eq(plans.isActive, true)))
  if (!plan) throw notFound('Plan')
  return plan.name
}
