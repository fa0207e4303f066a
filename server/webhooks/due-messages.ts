import { sql } from 'drizzle-orm'

/**
 * A message is due when its schedule or a person says so and nobody delivers it right now. Column names stand bare, so the condition
 * fits wherever the table is the innermost one.
 */
export const IS_DUE = sql`((status = 'pending' and next_attempt_at <= now()) or resend_requested_at is not null)
  and (lease_until is null or lease_until < now())`

/** Since when, or from when on. Null for a message that is settled. */
export const DUE_AT = sql`least(case when status = 'pending' then next_attempt_at end, resend_requested_at)`

/** Everything that will still be sent, now or later. */
export const IS_OPEN = sql`(status = 'pending' or resend_requested_at is not null)`
