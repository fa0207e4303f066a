import { sql } from 'drizzle-orm'

/** A share is returned after this time: each transaction that took from it has committed by then, or never will. */
export const SHARE_KEPT_MINUTES = 5
/**
 * Rows of a share are searched for around its life: the clocks of app and database may differ by this number of
 * minutes.
 */
const CLOCK_SKEW_MINUTES = 10

/** The micro-dollars of the share `s` that no transaction took. */
export const UNUSED_OF_SHARE = sql`greatest(0, s.granted_micros - coalesce((
  select sum(t.gas_share_micros) from transactions t
  where t.business_id = s.business_id and t.gas_share_id = s.id
    and t.created_at between s.created_at - make_interval(mins => ${CLOCK_SKEW_MINUTES})
      and s.created_at + make_interval(mins => ${SHARE_KEPT_MINUTES + CLOCK_SKEW_MINUTES})), 0))`
