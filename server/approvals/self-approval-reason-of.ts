import { type SQL, sql } from 'drizzle-orm'
import type { SelfApprovalReason } from '@/schemas/approvals/words'
import { actorName } from '@/server/actor-name'
import type { Actor } from '@/server/ctx'
import { OWN_TOKEN_ACTION } from '@/server/keys/own-token-action'

/**
 * The reason why this person cannot decide on an approval, as a column; null if they can. They would decide on their
 * own request if they created the key that made it, took a token from it, had a key that created it, or rotated one of
 * these keys since. Column names are written out, because drizzle drops the table's name.
 */
export function selfApprovalReasonOf(actor: Actor): SQL<SelfApprovalReason | null> {
  const isRequester = sql`approvals.requested_by = 'key:' || held.id`
  return sql<SelfApprovalReason | null>`case
    when approvals.requested_by = ${actorName(actor)} then 'request'
    else (
      with recursive taken as (
        -- A token lives ten minutes; the rest is for clocks that differ.
        select a.target as key_id, a.created_at - interval '1 minute' as since, a.created_at + interval '15 minutes' as until
        from audit_log a
        where a.business_id = approvals.business_id and a.action = ${OWN_TOKEN_ACTION} and a.actor_id = ${actor.id}
      ), of_project as (
        select k.id::text as id, k.created_by, k.created_at from api_keys k
        where k.business_id = approvals.business_id and k.project_id = approvals.project_id
      ), held as (
        select k.id, k.created_at, k.created_by = ${actor.id} as is_own from of_project k
        where k.created_by = ${actor.id} or exists (
          select 1 from taken t where t.key_id = k.created_by and k.created_at between t.since and t.until
        )
        union
        select k.id, k.created_at, false from of_project k join held on k.created_by = held.id
      )
      select case
        when exists (select 1 from held where ${isRequester} and held.is_own) then 'key'
        when exists (
          select 1 from taken t
          where approvals.requested_by = 'key:' || t.key_id and approvals.created_at between t.since and t.until
        ) then 'token'
        when exists (select 1 from held where ${isRequester}) then 'successor'
        when exists (select 1 from held where held.created_at >= approvals.created_at) then 'rotation'
      end
    )
  end`
}
