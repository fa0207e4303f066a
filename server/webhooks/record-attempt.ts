import { and, eq, sql } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import type { Message } from './claim-due'
import type { KeySource } from './contract'
import type { OnAttempt } from './on-attempt'
import type { PostResult } from './post-webhook'
import { isRetryable, nextWaitMs, parseRetryAfterMs } from './retry-schedule'

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
  const onFailure = (change: unknown, column: 'status' | 'next_attempt_at') =>
    sql`case when ${holdsLease} and status = 'pending' and not ${isResend}::boolean then ${change} else ${sql.raw(column)} end`
  const settled = db.$with('settled').as(
    db
      .update(webhookMessages)
      .set({
        status: delivered ? 'delivered' : onFailure(nextAttemptAt ? 'pending' : 'failed', 'status'),
        nextAttemptAt: delivered
          ? null
          : onFailure(sql`${nextAttemptAt?.toISOString() ?? null}::timestamptz`, 'next_attempt_at'),
        attemptCount: sql`attempt_count + 1`,
        resendCount: sql`resend_count + ${isResend ? 1 : 0}::int`,
        // A wish that came while this attempt ran stands.
        resendRequestedAt: sql`nullif(resend_requested_at, ${message.resendRequestedAt?.toISOString() ?? null}::timestamptz)`,
        leaseUntil: sql`case when ${holdsLease} then null else lease_until end`,
        updatedAt: now(),
      })
      // Under the lock: two who record at once must not both see the same state before.
      .from(sql`(select id as was_id, status as was from webhook_messages where id = ${message.id} for update) before`)
      .where(and(eq(webhookMessages.id, sql`was_id`), eq(webhookMessages.businessId, message.businessId)))
      .returning({
        id: webhookMessages.id,
        businessId: webhookMessages.businessId,
        projectId: webhookMessages.projectId,
        sourceId: webhookMessages.sourceId,
        destinationId: webhookMessages.destinationId,
        was: sql`was`.as('was'),
        status: webhookMessages.status,
        number: webhookMessages.attemptCount,
      }),
  )
  const attempted = db.$with('attempted').as(
    db
      .insert(webhookAttempts)
      .values({
        businessId: message.businessId,
        messageId: message.id,
        number: sql`(select attempt_count from settled)`,
        isResend,
        httpStatus: result.httpStatus,
        error: result.error,
        latencyMs: result.latencyMs,
        responseExcerpt: result.responseExcerpt,
        signedWith: attempt.signedWith,
        requestHeaders: attempt.headers,
        createdAt: now(),
      })
      .returning(),
  )
  const added = attempt.onAttempt.map((statement, n) => db.$with(`added_${n}`, {}).as(statement))
  await db
    .with(settled, attempted, ...added)
    .select({ number: settled.number })
    .from(settled)
  if (delivered) return 'delivered'
  return nextAttemptAt && !isResend ? 'retrying' : 'failed'
}

/** Null where no further attempt follows. Resends by hand use up nothing of the schedule. */
function waitAfter(message: Message, result: PostResult, now: Date): number | null {
  if (!isRetryable(result.httpStatus)) return null
  const scheduledAttempts = message.attemptCount - message.resendCount + 1
  return nextWaitMs(scheduledAttempts, parseRetryAfterMs(result.retryAfter, now), Math.random())
}
