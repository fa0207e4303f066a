import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { plans, projects, subscriptions } from '@/db/schema'
import type { SetProjectPlanInput } from '@/schemas/subscriptions/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound } from '@/server/errors'
import { RUNNING_STATES, type SubscriptionStatus, statesBefore } from './transitions'

const YEAR_MS = 365 * 86_400_000

/** Gives the project another plan of a product, or removes the product: an operator's action, without a payment. */
export async function setProjectPlan(ctx: OperatorCtx, input: SetProjectPlanInput): Promise<void> {
  const { businessId, projectId, productId, planId } = input
  // The lock comes first, so that a concurrent change sees the result of this one.
  const [project] = await ctx.db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.businessId, businessId)))
    .for('no key update')
  if (!project) throw notFound('Project')
  const planName = planId === null ? null : await requirePlanName(ctx, { planId, productId })
  await transitionSubscriptions(ctx.db, {
    businessId,
    where: and(
      eq(subscriptions.projectId, projectId),
      eq(subscriptions.productId, productId),
      inArray(subscriptions.status, RUNNING_STATES),
    ),
    to: 'CANCELED',
    endDate: ctx.now(),
  })
  if (planId !== null) {
    const startDate = ctx.now()
    await ctx.db.insert(subscriptions).values({
      businessId,
      projectId,
      productId,
      planId,
      billingCycle: 'YEARLY',
      status: 'ACTIVE',
      // Without a payment: nothing of it is credited later.
      priceMinor: 0n,
      startDate,
      anchorDay: startDate.getUTCDate(),
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

type Move = {
  businessId: string
  /** The subscriptions of the business to change; those whose status does not allow the change stay. */
  where: SQL | undefined
  to: SubscriptionStatus
  endDate?: Date
}

/**
 * Moves subscriptions to another state, if the table of moves allows it from their current state. Returns the ids of
 * the moved ones.
 */
export async function transitionSubscriptions(
  db: Database,
  { businessId, where, to, endDate }: Move,
): Promise<string[]> {
  const rows = await db
    .update(subscriptions)
    .set({ status: to, endDate })
    .where(and(eq(subscriptions.businessId, businessId), inArray(subscriptions.status, statesBefore(to)), where))
    .returning({ id: subscriptions.id })
  return rows.map(({ id }) => id)
}
