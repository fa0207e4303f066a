import { sql } from 'drizzle-orm'
import type { WorkerCtx } from '@/server/ctx'

/** Longer than any transaction runs that still saw the receiver. */
const LOOKBACK = sql`interval '1 day'`

const OF_ENDED = sql`from webhook_pauses ended
  where ended.ended_at > now() - ${LOOKBACK} and ended.destination_id = m.destination_id and ended.business_id = m.business_id`

/**
 * Drops messages that were queued or resent to a receiver by a process that did not see yet that it was deleted: they
 * would never be sent. One that is being sent right now waits for its attempt.
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
