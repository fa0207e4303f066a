import { type SQL, sql } from 'drizzle-orm'

/**
 * Assignments that an update of a lane's `blocked_reason` also needs: since when it is blocked for this reason, and how
 * many times the reason was set in a row.
 */
export function blockedSince(lane: SQL, reason: SQL): SQL {
  const isSame = sql`${lane}.blocked_reason is not distinct from ${reason} and ${lane}.blocked_since is not null`
  return sql`blocked_since = case when ${isSame} then ${lane}.blocked_since else now() end,
    blocked_count = case when ${isSame} then ${lane}.blocked_count + 1 else 1 end`
}
