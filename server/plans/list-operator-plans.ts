import { asc, sql } from 'drizzle-orm'
import { plans } from '@/db/schema'
import type { OperatorPlan } from '@/schemas/plans/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { toOperatorPlan } from './view'

/** Every plan, the switched-off ones too, by product and price. */
export async function listOperatorPlans({ db }: OperatorCtx): Promise<Rows<OperatorPlan>> {
  const rows = await db
    .select({
      plan: plans,
      projectCount: sql<number>`(select count(*)::int from subscriptions s where s.plan_id = plans.id
        and s.status in ('ACTIVE', 'PAST_DUE'))`,
    })
    .from(plans)
    .orderBy(asc(plans.productId), asc(plans.priceMonthlyMinor), asc(plans.id))
  return { items: rows.map(({ plan, projectCount }) => toOperatorPlan(plan, projectCount)) }
}
