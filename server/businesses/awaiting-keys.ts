/**
 * Projects of customers that have a plan and never had an API key, as a subquery with `business_id` and `since`. Their
 * people have to wait until an operator permits the owners to create the first pair.
 */
export const AWAITING_KEYS = `(
  select p.business_id, p.id, min(s.created_at) as since
  from projects p
  join businesses b on b.id = p.business_id and b.kind = 'customer' and b.status = 'active'
  join subscriptions s on s.business_id = p.business_id and s.project_id = p.id and s.status in ('ACTIVE', 'PAST_DUE')
  where p.status = 'active' and p.keys_allowed_at is null
    and not exists (select from api_keys k where k.business_id = p.business_id and k.project_id = p.id)
  group by p.business_id, p.id
)`
