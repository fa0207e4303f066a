import { and, eq, sql } from 'drizzle-orm'
import { chains, plans, projects } from '@/db/schema'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { PlanGrant, SetProjectPlanInput } from '@/schemas/subscriptions/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { formatAmount } from '@/server/money/amount'
import { exactAmount } from '@/server/money/display-amount'
import { MICROS_PER_USD } from '@/server/plans/save-plan'
import { mutateOrPropose } from '@/server/proposals/mutate-or-propose'
import { plannedBudget } from '@/server/sponsorship/find-daily-budget'
import { setProjectPlan } from './set-project-plan'

const NGN_DECIMALS = 2

/**
 * An operator changes the plan of a project without a payment. A second operator must approve if the plans that one
 * operator granted within a day cost more than the limit per year, or if the platform would pay more mainnet gas than
 * with the previous plans. Removing a plan needs one operator. Throws not_found.
 */
export async function setProjectPlanAsOperator(ctx: OperatorCtx, input: SetProjectPlanInput): Promise<MutationOutcome> {
  const { planId, ...project } = input
  if (planId === null) {
    await setProjectPlan(ctx, input)
    return { state: 'done' }
  }
  const { grant, yearlyMinor } = await toGrant(ctx, { ...project, planId })
  const valueMinor = (await isMoreGas(ctx, grant)) ? null : yearlyMinor
  const request = { act: 'plan', subject: grant.businessId, input: grant, valueMinor } as const
  return mutateOrPropose(ctx, { request, mutate: () => setProjectPlan(ctx, input) })
}

/** The second person agreed. Throws not_found, and failed if the plan costs or sponsors something else by now. */
export async function grantPlan(ctx: OperatorCtx, grant: PlanGrant): Promise<void> {
  const { grant: now } = await toGrant(ctx, grant)
  if (now.yearlyNgn !== grant.yearlyNgn || now.sponsoredDailyUsd !== grant.sponsoredDailyUsd)
    throw new ApiError('failed', 'The plan has changed meanwhile')
  const { businessId, projectId, productId, planId } = grant
  await setProjectPlan(ctx, { businessId, projectId, productId, planId })
}

type Ref = Pick<PlanGrant, 'businessId' | 'projectId' | 'productId' | 'planId'>

/**
 * The text of the grant, and the yearly price of the plan in kobo. Its terms are locked until this transaction ends.
 */
async function toGrant({ db }: OperatorCtx, ref: Ref): Promise<{ grant: PlanGrant; yearlyMinor: bigint }> {
  const { businessId, projectId, productId, planId } = ref
  const [project] = await db
    .select({ name: projects.name })
    .from(projects)
    .where(and(eq(projects.id, projectId), eq(projects.businessId, businessId)))
  if (!project) throw notFound('Project')
  const [plan] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.productId, productId), eq(plans.isActive, true)))
    .for('share')
  if (!plan) throw notFound('Plan')
  const yearlyMinor = plan.priceMonthlyMinor * BigInt(plan.yearlyMonths)
  const named = { projectName: project.name, planName: plan.name }
  const sponsoredDailyUsd = Number(plan.sponsoredDailyMicros / MICROS_PER_USD)
  const terms = { yearlyNgn: exactAmount(formatAmount(yearlyMinor, NGN_DECIMALS), 'NGN'), sponsoredDailyUsd }
  return { grant: { businessId, projectId, productId, planId, ...named, ...terms }, yearlyMinor }
}

/** Whether the platform would pay more gas of a mainnet a day than with the plans that the business has. */
async function isMoreGas({ db }: OperatorCtx, { businessId, sponsoredDailyUsd }: PlanGrant): Promise<boolean> {
  if (sponsoredDailyUsd === 0) return false
  const isSponsored = and(eq(chains.network, 'MAINNET'), eq(chains.gasPolicy, 'sponsored'))
  if ((await db.$count(chains, isSponsored)) === 0) return false
  const planned = plannedBudget(sql`${businessId}::uuid`)
  const [row] = await db.execute<{ micros: string }>(sql`select ${planned}::text as micros`)
  return BigInt(sponsoredDailyUsd) * MICROS_PER_USD > BigInt(row?.micros ?? 0)
}
