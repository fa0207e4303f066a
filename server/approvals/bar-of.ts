import { type SQL, sql } from 'drizzle-orm'
import { actorName } from '@/server/actor-name'
import type { Actor } from '@/server/ctx'
import type { Bar } from './words'

/**
 * Why this person cannot decide about an approval, as a column of it; null where they can. Who made the key that asked may hold it, and who
 * rotated the keys meanwhile may hold what comes after it: they would decide about themselves. Names are written out: drizzle drops the table's.
 */
export function barOf(actor: Actor): SQL<Bar | null> {
  const madeHere = sql`select 1 from api_keys k where k.business_id = approvals.business_id
    and k.project_id = approvals.project_id and k.created_by = ${actor.id}`
  return sql<Bar | null>`case
    when approvals.requested_by = ${actorName(actor)} then 'request'
    when exists (${madeHere} and approvals.requested_by = 'key:' || k.id) then 'key'
    when exists (${madeHere} and k.created_at >= approvals.created_at) then 'rotation'
  end`
}
