import { sql } from 'drizzle-orm'
import { TEST_EVENT } from '@/server/webhooks/words'

/** A test event counts for nothing. */
const COUNTS = sql`exists (select 1 from webhook_messages m where m.id = settled.id and m.kind <> ${TEST_EVENT})`

/** Given up before it was ever tried, as its endpoint was deleted, and sent all the same: it counted as dropped. */
const WAS_DROPPED = sql`(settled.was = 'failed' and settled.attempt_count = 1)`

/**
 * What an attempt to deliver to a webhook endpoint adds to the statement that records it, whatever it tells of: the endpoint's counters, and
 * the pause of one whose receiver is gone or failed for days. A success by resend moves an event that was given up over to those that arrived.
 */
export const ON_ENDPOINT_ATTEMPT = [
  sql`update webhook_endpoints e set
      delivered_count = delivered_count + case when ${COUNTS} then (settled.status = 'delivered')::int - (settled.was = 'delivered')::int else 0 end,
      failed_count = failed_count + case when ${COUNTS} then (settled.status = 'failed')::int - (settled.was = 'failed' and not ${WAS_DROPPED})::int else 0 end,
      dropped_count = dropped_count - case when ${COUNTS} then ${WAS_DROPPED}::int else 0 end,
      last_delivery_at = attempted.created_at,
      status = case when stopped.because is null then e.status else 'paused' end,
      paused_because = coalesce(stopped.because, e.paused_because)
    from settled cross join attempted left join stopped on true where e.id = settled.destination_id`,
] as const
