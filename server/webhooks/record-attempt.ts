import { sql } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import type { WorkerCtx } from '@/server/ctx'
import type { Message } from './claim-due'
import type { KeySource } from './contract'
import type { OnAttempt } from './on-attempt'
import type { PostResult } from './post-webhook'
import { DAYS_OF_FAILING, GONE, isRetryable, nextWaitMs, parseRetryAfterMs } from './retry-schedule'
import { TEST_KINDS } from './words'

export type DeliveryOutcome = 'delivered' | 'retrying' | 'failed'

type Attempt = {
  message: Message
  result: PostResult
  headers: Record<string, string>
  signedWith: KeySource
  isResend: boolean
  onAttempt: OnAttempt
}

/**
 * Writes the attempt, the new state of the message and what its source adds in one statement. A delivery counts whoever made it; a
 * failure moves the schedule only while the lease is still the one this attempt was claimed under, and a failed resend never does.
 */
export async function recordAttempt({ db, now }: WorkerCtx, attempt: Attempt): Promise<DeliveryOutcome> {
  const { message, result, isResend } = attempt
  const delivered = result.error === null
  const waitMs = delivered ? null : waitAfter(message, result, now())
  const nextAttemptAt = waitMs === null ? null : new Date(now().getTime() + waitMs)
  const holdsLease = sql`lease_until = ${message.leaseUntil?.toISOString() ?? null}::timestamptz`
  const isMoved = sql`${holdsLease} and status = 'pending' and not ${isResend}::boolean`
  const change = delivered
    ? sql`status = 'delivered', next_attempt_at = null`
    : sql`status = case when ${isMoved} then ${nextAttemptAt ? 'pending' : 'failed'} else status end,
        next_attempt_at = case when ${isMoved} then ${nextAttemptAt?.toISOString() ?? null}::timestamptz else next_attempt_at end`
  const added = attempt.onAttempt.map((statement, n) => sql`, ${sql.raw(`added_${n}`)} as (${statement})`)
  const at = now().toISOString()
  // A receiver that is tried out may not be there yet.
  const isTest = TEST_KINDS.some((kind) => kind === message.kind)
  // The state before is read under the lock: two who record at once must not both see the same. A wish to resend that came while this
  // attempt ran stands.
  await db.execute(sql`
    with settled as (
      update webhook_messages set ${change}, attempt_count = attempt_count + 1, resend_count = resend_count + ${isResend ? 1 : 0}::int,
        resend_requested_at = nullif(resend_requested_at, ${message.resendRequestedAt?.toISOString() ?? null}::timestamptz),
        lease_until = case when ${holdsLease} then null else lease_until end, updated_at = ${at}::timestamptz
      from (select id as was_id, status as was from webhook_messages where id = ${message.id}::uuid for update) before
      where id = was_id and business_id = ${message.businessId}::uuid
      returning id, business_id, project_id, source_id, destination_id, was, status, attempt_count
    ), attempted as (
      insert into webhook_attempts (id, business_id, message_id, number, is_resend, http_status, error, latency_ms, response_excerpt,
        signed_with, request_headers, created_at)
      values (${newId()}::uuid, ${message.businessId}::uuid, ${message.id}::uuid, (select attempt_count from settled), ${isResend}::boolean,
        ${result.httpStatus}::int, ${result.error}::text, ${result.latencyMs}::int, ${result.responseExcerpt}::text,
        ${attempt.signedWith}::text, ${JSON.stringify(attempt.headers)}::jsonb, ${at}::timestamptz)
      returning *
    ), recovered as (
      delete from webhook_failing f using settled, attempted
      where f.destination_id = settled.destination_id and f.business_id = settled.business_id and attempted.error is null
    ), failing as (
      insert into webhook_failing (business_id, destination_id, since)
      select settled.business_id, settled.destination_id, attempted.created_at from settled, attempted
      where settled.destination_id is not null and attempted.error is not null and not ${isTest}::boolean
      on conflict (business_id, destination_id) do update set since = webhook_failing.since
      returning since
    ), stopped as (
      select settled.business_id, settled.destination_id,
        case when attempted.http_status = ${GONE}::int then 'gone' else 'failing' end as because
      from settled cross join attempted left join failing on true
      where settled.destination_id is not null and (attempted.http_status = ${GONE}::int
        or failing.since <= attempted.created_at - make_interval(days => ${DAYS_OF_FAILING}))
    ), paused as (
      insert into webhook_pauses (business_id, destination_id) select business_id, destination_id from stopped
      on conflict do nothing
    )${sql.join(added)}
    select attempt_count from settled`)
  if (delivered) return 'delivered'
  return nextAttemptAt && !isResend ? 'retrying' : 'failed'
}

/** Null where no further attempt follows. Resends by hand use up nothing of the schedule. */
function waitAfter(message: Message, result: PostResult, now: Date): number | null {
  if (!isRetryable(result.httpStatus)) return null
  const scheduledAttempts = message.attemptCount - message.resendCount + 1
  return nextWaitMs(scheduledAttempts, parseRetryAfterMs(result.retryAfter, now), Math.random())
}
