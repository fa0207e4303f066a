import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { CAPABILITIES, isCapability } from '@/db/capabilities'
import { plans, products } from '@/db/schema'
import type { createPlanInput, PlanTerms, updatePlanInput } from '@/schemas/plans/contract'
import { CREDITS, kindsOfProduct } from '@/schemas/usage/words'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import { toSafeInteger } from '@/server/money/amount'
import { formatUsd } from '@/server/money/usd'

export const MICROS_PER_USD = 1_000_000n

/** A new plan of a product. */
export async function createPlan(ctx: OperatorCtx, input: z.output<typeof createPlanInput>): Promise<{ id: number }> {
  await requireSellable(ctx, input.productId, input)
  const { productId } = input
  const terms = toColumns(input)
  const [plan] = await ctx.db
    .insert(plans)
    .values({ ...terms, productId, createdBy: ctx.actor.id })
    .returning({ id: plans.id })
  if (!plan) throw new Error('the plan was not written')
  const target = String(plan.id)
  await appendPlatformAudit(ctx, { action: 'plan.created', target, detail: { ...toDetail(terms), productId } })
  return plan
}

/** Changes a plan for every project on it, within seconds. */
export async function updatePlan(ctx: OperatorCtx, input: z.output<typeof updatePlanInput>): Promise<void> {
  const [plan] = await ctx.db.select({ productId: plans.productId }).from(plans).where(eq(plans.id, input.planId))
  if (!plan) throw notFound('Plan')
  await requireSellable(ctx, plan.productId, input)
  const terms = toColumns(input)
  await ctx.db.update(plans).set(terms).where(eq(plans.id, input.planId))
  const target = String(input.planId)
  await appendPlatformAudit(ctx, {
    action: 'plan.updated',
    target,
    detail: { ...toDetail(terms), productId: plan.productId },
  })
}

function toColumns(terms: PlanTerms) {
  return {
    name: terms.name,
    description: terms.description,
    isActive: terms.isActive,
    priceMonthlyMinor: terms.priceMonthlyMinor,
    yearlyMonths: terms.yearlyMonths,
    proration: terms.proration,
    capabilities: [...new Set(terms.capabilities)],
    sponsoredDailyMicros: BigInt(terms.sponsoredDailyUsd) * MICROS_PER_USD,
    rateLimits: { readPerMinute: terms.readPerMinute, writePerMinute: terms.writePerMinute },
    planQuotas: terms.quotas,
    creditRate: terms.creditRate,
  }
}

/** The terms of a plan for the audit log, as JSON. */
function toDetail({ sponsoredDailyMicros, priceMonthlyMinor, ...terms }: ReturnType<typeof toColumns>) {
  return {
    ...terms,
    priceMonthlyMinor: toSafeInteger(priceMonthlyMinor),
    sponsoredDailyUsd: formatUsd(sponsoredDailyMicros),
  }
}

/**
 * Requires a plan to grant only capabilities that its product sells, since a refusal would otherwise name the wrong
 * product. It may limit only use that is counted there.
 */
async function requireSellable({ db }: OperatorCtx, productId: number, terms: PlanTerms): Promise<void> {
  const { capabilities, quotas, creditRate } = terms
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  if (!product) throw notFound('Product')
  const foreign = capabilities.filter((name) => !isCapability(name) || CAPABILITIES[name].productId !== productId)
  const counted: readonly string[] = [...kindsOfProduct(productId), CREDITS]
  const uncounted = [...quotas.map(({ name }) => name), ...Object.keys(creditRate)].filter(
    (name) => !counted.includes(name),
  )
  const problems = [
    ...foreign.map((name) => `capabilities: ${name} is not sold by ${product.name}`),
    ...uncounted.map((name) => `quotas: ${name} is not used by calls of ${product.name}`),
  ]
  if (problems.length > 0) throw validationError(problems)
}
