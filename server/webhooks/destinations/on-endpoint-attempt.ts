import { sql } from 'drizzle-orm'
import { TEST_EVENT } from '@/schemas/webhooks/words'

/** Test events change no counter. */
const COUNTS = sql`kind <> ${TEST_EVENT}`

/**
 * A message that was dropped before its first attempt because its endpoint was deleted, and was sent nevertheless: it
 * counted as dropped.
 */
const WAS_DROPPED = sql`(was = 'failed' and attempt_count = 1)`

/**
 * The statements that attempts to webhook endpoints add to their recording: the endpoints' counters, and the pause of
 * an endpoint that returned 410 or failed for days. A successful resend moves an event from the dropped to the
 * delivered ones.
 */
export const ON_ENDPOINT_ATTEMPT = [
  sql`update webhook_endpoints e set
      delivered_count = e.delivered_count + attempt.delivered,
      failed_count = e.failed_count + attempt.failed,
      dropped_count = e.dropped_count - attempt.dropped,
      last_delivery_at = attempt.at,
      status = case when attempt.because is null then e.status else 'paused' end,
      paused_because = coalesce(attempt.because, e.paused_because)
    from (
      select locked.id, counted.*, stopped.because from webhook_endpoints locked
      join (
        select destination_id, max(at) as at,
          coalesce(sum((status = 'delivered')::int - (was = 'delivered')::int) filter (where ${COUNTS}), 0) as delivered,
          coalesce(sum((status = 'failed')::int - (was = 'failed' and not ${WAS_DROPPED})::int) filter (where ${COUNTS}), 0) as failed,
          coalesce(sum(${WAS_DROPPED}::int) filter (where ${COUNTS}), 0) as dropped
        from settled group by 1
      ) counted on counted.destination_id = locked.id
      left join stopped on stopped.destination_id = locked.id
      order by locked.id for no key update of locked
    ) attempt where e.id = attempt.id`,
] as const
