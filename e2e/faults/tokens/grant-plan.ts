import type { Stage } from '@/e2e/faults/scenario'

/** Tokenization: what the scenarios of payments buy too. */
export const PRODUCT_ID = 3
/** The one of its plans that allows bonds. */
const PLAN_ID = 9

/** Grants the plan to every project of the business, as an operator does, in place of any other plan of the product. */
export async function grantPlan(stage: Stage): Promise<void> {
  const { sql, businessId } = stage.stack
  await cancelPlans(stage)
  await sql`
    insert into subscriptions (id, business_id, project_id, plan_id, product_id, status, start_date, end_date, created_by)
    select gen_random_uuid(), p.business_id, p.id, ${PLAN_ID}, ${PRODUCT_ID}, 'ACTIVE', now(), now() + interval '30 days', 'system:faults'
    from projects p where p.business_id = ${businessId}`
}

/** Cancels every plan of the product, as an operator does: what is bought next begins a new period. */
export async function cancelPlans({ stack: { sql } }: Stage): Promise<void> {
  await sql`update subscriptions set status = 'CANCELED', auto_renew = false, canceled_at = now(), version = version + 1
    where product_id = ${PRODUCT_ID} and status in ('ACTIVE', 'PAST_DUE')`
}
