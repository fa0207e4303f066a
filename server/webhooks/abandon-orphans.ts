import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/** Longer than any transaction that still sees the destination. */
const LOOKBACK = sql`interval '1 day'`

const OF_ENDED = sql`from webhook_pauses ended
  where ended.ended_at > now() - ${LOOKBACK} and ended.destination_id = m.destination_id and ended.business_id = m.business_id`

/**
 * Marks messages as failed that a process enqueued or resent before it saw that their destination was deleted: they
 * would never be sent. A message with an attempt in progress waits for its end.
 */
export async function abandonOrphans({ db, now }: WorkerCtx): Promise<void> {
  const at = now().toISOString()
  await db.execute(sql`
    update webhook_messages m set status = 'failed', next_attempt_at = null, resend_requested_at = null,
      withdrawn_because = 'receiver-deleted', updated_at = ${at}::timestamptz
    ${OF_ENDED} and m.status = 'pending' and (m.lease_until is null or m.lease_until < now())`)
  await db.execute(sql`
    update webhook_messages m set resend_requested_at = null, updated_at = ${at}::timestamptz
    ${OF_ENDED} and m.resend_requested_at is not null`)
}
