import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plans, products } from '@/db/schema'
import { inTenantReading } from '@/server/ctx'
import { createTenant } from '@/server/testing/create-tenant'
import { openDatabase } from '@/server/testing/open-database'
import { withPlanNames } from './with-plan-names'

openDatabase()

test('names the plan of each payment with its product, and none of a top-up or a plan that is gone', async () => {
  const tenant = await createTenant()
  const named = await inTenantReading(tenant, async (ctx) => {
    const [first] = await ctx.db
      .select({ id: plans.id, plan: plans.name, product: products.name })
      .from(plans)
      .innerJoin(products, eq(products.id, plans.productId))
    if (!first) throw new Error('a tenant has plans')
    const payments = [{ planId: null }, { planId: first.id }, { planId: -1 }, { planId: first.id }]
    const name = `${first.product} ${first.plan}`
    return { found: await withPlanNames(ctx, payments), wanted: [null, name, null, name] }
  })
  expect(named.found.map(({ planName }) => planName)).toEqual(named.wanted)
})
