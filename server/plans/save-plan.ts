import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { plans, products } from '@/db/schema'
import type { OperatorCtx } from '@/server/ctx'
import { notFound, validationError } from '@/server/errors'
import type { createPlanInput, PlanTerms, updatePlanInput } from './contract'

/** A new plan of a product. */
export async function createPlan(ctx: OperatorCtx, input: z.output<typeof createPlanInput>): Promise<{ id: number }> {
  await requireSellable(ctx, input.productId, input.capabilities)
  const [plan] = await ctx.db
    .insert(plans)
    .values({ ...toColumns(input), productId: input.productId, createdBy: ctx.actor.id })
    .returning({ id: plans.id })
  if (!plan) throw new Error('the plan was not written')
  return plan
}

/** Changes a plan for every project on it, within seconds. */
export async function updatePlan(ctx: OperatorCtx, input: z.output<typeof updatePlanInput>): Promise<void> {
  const [plan] = await ctx.db.select({ productId: plans.productId }).from(plans).where(eq(plans.id, input.planId))
  if (!plan) throw notFound('Plan')
  await requireSellable(ctx, plan.productId, input.capabilities)
  await ctx.db.update(plans).set(toColumns(input)).where(eq(plans.id, input.planId))
}

function toColumns(terms: PlanTerms) {
  return {
    name: terms.name,
    description: terms.description,
    isActive: terms.isActive,
    priceMonthlyMinor: terms.priceMonthlyMinor,
    capabilities: [...new Set(terms.capabilities)],
    rateLimits: { readPerMinute: terms.readPerMinute, writePerMinute: terms.writePerMinute },
  }
}

/** A plan grants only what its product sells; else a refusal would name the wrong product. */
async function requireSellable({ db }: OperatorCtx, productId: number, capabilities: string[]): Promise<void> {
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  if (!product) throw notFound('Product')
  const foreign = capabilities.filter((capability) => !product.capabilities.includes(capability))
  if (foreign.length > 0) {
    throw validationError(foreign.map((name) => `capabilities: ${name} is not sold by ${product.name}`))
  }
}
