import { type SQL, sql } from 'drizzle-orm'

/** What setting a lane aside writes beside the reason: since when it is the same one, and how often in a row. */
export function blockedSince(lane: SQL, reason: SQL): SQL {
  const isSame = sql`${lane}.blocked_reason is not distinct from ${reason} and ${lane}.blocked_since is not null`
  return sql`blocked_since = case when ${isSame} then ${lane}.blocked_since else now() end,
    blocked_count = case when ${isSame} then ${lane}.blocked_count + 1 else 1 end`
}
