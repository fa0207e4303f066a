import { type SQL, sql } from 'drizzle-orm'
import { actorName } from '@/server/actor-name'
import type { Actor } from '@/server/ctx'
import { OWN_TOKEN_ACTION } from '@/server/keys/own-token-action'
import type { Bar } from './words'

/**
 * Why this person cannot decide about an approval, as a column of it; null where they can. Who made the key that asked may hold it, who
 * took a token of it may have asked, and who rotated the keys meanwhile may hold what comes after it: they would decide about themselves.
 * Names are written out: drizzle drops the table's.
 */
export function barOf(actor: Actor): SQL<Bar | null> {
  const madeHere = sql`select 1 from api_keys k where k.business_id = approvals.business_id
    and k.project_id = approvals.project_id and k.created_by = ${actor.id}`
  // A token lives ten minutes; the rest is for clocks that differ.
  const tokenTaken = sql`select 1 from audit_log a where a.business_id = approvals.business_id and a.action = ${OWN_TOKEN_ACTION}
    and a.actor_id = ${actor.id} and approvals.requested_by = 'key:' || a.target
    and approvals.created_at between a.created_at - interval '1 minute' and a.created_at + interval '15 minutes'`
  return sql<Bar | null>`case
    when approvals.requested_by = ${actorName(actor)} then 'request'
    when exists (${madeHere} and approvals.requested_by = 'key:' || k.id) then 'key'
    when exists (${tokenTaken}) then 'token'
    when exists (${madeHere} and k.created_at >= approvals.created_at) then 'rotation'
  end`
}
