import { type SQL, sql } from 'drizzle-orm'
import { recentlyFaultyIds } from '@/server/alarms/row-faults'
import type { WorkerCtx } from '@/server/ctx'

/** Whether a message's destination is paused. A requested resend is sent nevertheless. */
export const IS_PAUSED = sql`exists (select 1 from webhook_pauses paused
  where paused.destination_id = webhook_messages.destination_id and paused.business_id = webhook_messages.business_id)`

/** No process is delivering it. */
export const IS_FREE = sql`(lease_until is null or lease_until < now())`

/**
 * A message is due by its schedule or a requested resend, if no process is delivering it. Column names are unqualified,
 * so the condition works wherever the table is the innermost one.
 */
export const IS_DUE = sql`((status = 'pending' and next_attempt_at <= now() and not ${IS_PAUSED}) or resend_requested_at is not null)
  and ${IS_FREE}`

/** When the message is due; null for a settled message. */
export const DUE_AT = sql`least(case when status = 'pending' then next_attempt_at end, resend_requested_at)`

/**
 * Whether no earlier message with the same order key still waits for its first attempt. Messages that wait for a retry
 * do not block, because a destination that is down for hours would block all later ones. Nor do messages that fail with
 * an error of ours.
 */
export function isInTurn({ now }: Pick<WorkerCtx, 'now'>): SQL {
  const faulty = recentlyFaultyIds('webhook message', now())
  const isSound =
    faulty.length === 0
      ? sql`true`
      : sql`earlier.id not in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(faulty)}::jsonb))`
  return sql`(order_key is null or not exists (
    select 1 from webhook_messages earlier
    where earlier.order_key = webhook_messages.order_key and earlier.business_id = webhook_messages.business_id
      and earlier.id < webhook_messages.id and earlier.status = 'pending' and earlier.attempt_count = 0 and ${isSound}))`
}

/** Everything that will still be sent, now or later. */
export const IS_OPEN = sql`((status = 'pending' and not ${IS_PAUSED}) or resend_requested_at is not null)`
