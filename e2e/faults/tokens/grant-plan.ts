import type { Stage } from '../scenario'

/** Tokenization. */
const PRODUCT_ID = 3
const PLAN_ID = 9

/** What plans grant is what a project may do: as an operator gives one. */
export async function grantPlan({ stack: { sql, businessId } }: Stage): Promise<void> {
  await sql`
    insert into subscriptions (id, business_id, project_id, plan_id, product_id, status, start_date, end_date, created_by)
    select gen_random_uuid(), p.business_id, p.id, ${PLAN_ID}, ${PRODUCT_ID}, 'ACTIVE', now(), now() + interval '30 days', 'system:faults'
    from projects p where p.business_id = ${businessId}
      and not exists (select from subscriptions s where s.project_id = p.id and s.product_id = ${PRODUCT_ID} and s.status = 'ACTIVE')`
}

/** Takes it away again. */
export async function endPlan({ stack: { sql, businessId } }: Stage): Promise<void> {
  await sql`update subscriptions set status = 'CANCELED', canceled_at = now()
    where business_id = ${businessId} and product_id = ${PRODUCT_ID} and created_by = 'system:faults' and status = 'ACTIVE'`
}
