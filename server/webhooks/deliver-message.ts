import { and, eq, sql } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import type { Message } from './claim-due'
import { deliveryKeys } from './delivery-keys'
import { type PostResult, postWebhook } from './post-webhook'
import { settleWebhookSecret } from './request-secrets'
import { isRetryable, nextWaitMs, parseRetryAfterMs } from './retry-schedule'
import { signWebhook } from './sign'

export type Delivery = {
  outcome: 'delivered' | 'retrying' | 'failed'
  /** The request brought a key of its own and this process no longer has it. */
  isOwnKeyGone: boolean
}

type Attempt = {
  result: PostResult
  headers: Record<string, string>
  signedWith: 'request' | 'project'
  isResend: boolean
}

/** One attempt at a claimed message: sign, POST, record. */
export async function deliverMessage(
  ctx: WorkerCtx,
  { message, timeoutMs }: { message: Message; timeoutMs: number },
): Promise<Delivery> {
  const { keys, signedWith } = await deliveryKeys(ctx, message)
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  const signature = signWebhook(keys, { id: message.id, timestamp, body: message.body })
  for (const key of keys) key.fill(0)
  const isOwnKeyGone = message.ownSecret && signedWith === 'project'
  const headers: Record<string, string> = {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
    ...(isOwnKeyGone ? { 'webhook-key': 'project' } : {}),
  }
  const isOnSchedule =
    message.status === 'pending' && message.nextAttemptAt !== null && message.nextAttemptAt <= ctx.now()
  const isResend = message.resendRequestedAt !== null && !isOnSchedule
  const posted = postWebhook({ url: message.url, headers, body: message.body }, { timeoutMs })
  faultPoint('webhook-before-answer')
  const result = await posted
  faultPoint('webhook-after-answer')
  return { outcome: await record(ctx, message, { result, headers, signedWith, isResend }), isOwnKeyGone }
}

/**
 * Writes the attempt and the new state of the message in one statement. A delivery counts whoever made it; a failure moves the schedule
 * only while the lease is still the one this attempt was claimed under, and a failed resend never does.
 */
async function record({ db, now }: WorkerCtx, message: Message, attempt: Attempt): Promise<Delivery['outcome']> {
  const { result, isResend } = attempt
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
      .where(and(eq(webhookMessages.id, message.id), eq(webhookMessages.businessId, message.businessId)))
      .returning({ number: webhookMessages.attemptCount }),
  )
  await db.with(settled).insert(webhookAttempts).values({
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
  if (delivered && message.transactionId) settleWebhookSecret(message.transactionId)
  if (delivered) return 'delivered'
  return nextAttemptAt && !isResend ? 'retrying' : 'failed'
}

/** Null where no further attempt follows. Resends by hand use up nothing of the schedule. */
function waitAfter(message: Message, result: PostResult, now: Date): number | null {
  if (!isRetryable(result.httpStatus)) return null
  const scheduledAttempts = message.attemptCount - message.resendCount + 1
  return nextWaitMs(scheduledAttempts, parseRetryAfterMs(result.retryAfter, now), Math.random())
}
