import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { chains, plans } from '@/db/schema'
import type { createPlanInput, PlanGasRaise, updatePlanInput } from '@/schemas/plans/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'
import { createPlan, MICROS_PER_USD, updatePlan } from './save-plan'

/** A new plan; the gas it sponsors waits as with `updatePlanAsOperator`. Throws not_found, invalid. */
export async function createPlanAsOperator(
  ctx: OperatorCtx,
  input: z.output<typeof createPlanInput>,
): Promise<MutationOutcome & { id: number }> {
  const { name, sponsoredDailyUsd } = input
  const waits = sponsoredDailyUsd > 0 && (await costsMoney(ctx))
  const { id } = await createPlan(ctx, { ...input, sponsoredDailyUsd: waits ? 0 : sponsoredDailyUsd })
  if (!waits) return { id, state: 'done' }
  return { id, ...(await proposeRaise(ctx, { planId: id, name, formerUsd: 0, sponsoredDailyUsd })) }
}

/**
 * Changes a plan. The platform pays the gas that it sponsors: raising it needs a second person if any mainnet sponsors
 * gas; other changes apply at once. Throws not_found, invalid.
 */
export async function updatePlanAsOperator(
  ctx: OperatorCtx,
  input: z.output<typeof updatePlanInput>,
): Promise<MutationOutcome> {
  const { planId, name, sponsoredDailyUsd } = input
  const formerUsd = await lockSponsored(ctx, planId)
  const waits = sponsoredDailyUsd > formerUsd && (await costsMoney(ctx))
  await updatePlan(ctx, { ...input, sponsoredDailyUsd: waits ? formerUsd : sponsoredDailyUsd })
  return waits ? proposeRaise(ctx, { planId, name, formerUsd, sponsoredDailyUsd }) : { state: 'done' }
}

/** The second person agreed. Throws not_found, and failed if the figure has changed since the request. */
export async function raisePlanGas(ctx: OperatorCtx, raise: PlanGasRaise): Promise<void> {
  const { planId, formerUsd, sponsoredDailyUsd } = raise
  if ((await lockSponsored(ctx, planId)) !== formerUsd) throw new ApiError('failed', 'The plan has changed meanwhile')
  const sponsoredDailyMicros = BigInt(sponsoredDailyUsd) * MICROS_PER_USD
  await ctx.db.update(plans).set({ sponsoredDailyMicros }).where(eq(plans.id, planId))
  await appendPlatformAudit(ctx, { action: 'plan.gas_raised', target: String(planId), detail: raise })
}

async function proposeRaise(ctx: OperatorCtx, raise: PlanGasRaise): Promise<MutationOutcome> {
  await createProposal(ctx, { act: 'plan_gas', subject: String(raise.planId), input: raise, valueMinor: null })
  return { state: 'proposed' }
}

/** Whole dollars a day and chain, which stay as they are until this transaction ends. Throws not_found. */
async function lockSponsored({ db }: OperatorCtx, planId: number): Promise<number> {
  const [plan] = await db.select().from(plans).where(eq(plans.id, planId)).for('update')
  if (!plan) throw notFound('Plan')
  return Number(plan.sponsoredDailyMicros / MICROS_PER_USD)
}

/** Whether any coin that the platform pays is worth something. */
async function costsMoney({ db }: OperatorCtx): Promise<boolean> {
  const isSponsored = and(eq(chains.network, 'MAINNET'), eq(chains.gasPolicy, 'sponsored'))
  return (await db.$count(chains, isSponsored)) > 0
}
