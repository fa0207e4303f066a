import { and, asc, eq, sql } from 'drizzle-orm'
import { webhookAttempts, webhookMessages } from '@/db/schema'
import { Bell } from '@/server/bell'
import type { WorkerCtx } from '@/server/ctx'
import { registerPump } from '@/server/wake'
import { deliveryKeys } from './delivery-keys'
import { type PostResult, postWebhook } from './post-webhook'
import { forgetWebhookSecret } from './request-secrets'
import { isRetryable, nextWaitMs, parseRetryAfterMs } from './retry-schedule'
import { signWebhook } from './sign'

type Message = typeof webhookMessages.$inferSelect

const SLOTS = 64
/** Longer than a POST may take, so that a live delivery is never taken twice. */
const LEASE_SECONDS = 30
/** One run of the job ends after this; the next goes on. */
const RUN_MS = 20_000

/**
 * Delivers messages that are due until none is, as many at once as there are slots: a receiver that hangs holds its own slot only.
 * Returns when the next retry is due (ISO time), or null.
 */
export async function dispatchWebhooks(ctx: WorkerCtx): Promise<{ nextDueAt: string | null }> {
  const bell = new Bell()
  const unregister = registerPump('webhooks', { poke: () => bell.ring() })
  const inFlight = new Set<Promise<void>>()
  const deadline = Date.now() + RUN_MS
  try {
    while (Date.now() < deadline) {
      const heard = bell.next()
      const claimed = await claimDue(ctx, SLOTS - inFlight.size)
      for (const message of claimed) start(inFlight, deliver(ctx, message), bell)
      if (inFlight.size === 0 && claimed.length === 0) {
        unregister()
        if ((await claimable(ctx)) === 0) break
      } else if (inFlight.size >= SLOTS || claimed.length === 0) await heard
    }
  } finally {
    unregister()
    await Promise.all(inFlight)
  }
  return { nextDueAt: await nextDueAt(ctx) }
}

function start(inFlight: Set<Promise<void>>, work: Promise<void>, bell: Bell): void {
  // A failure here is the database's: the lease runs out and the message is due again.
  const settled = work
    .catch(() => {})
    .then(() => {
      inFlight.delete(settled)
      bell.ring()
    })
  inFlight.add(settled)
}

const IS_DUE = sql`${webhookMessages.status} = 'pending' and ${webhookMessages.nextAttemptAt} <= now()
  and (${webhookMessages.leaseUntil} is null or ${webhookMessages.leaseUntil} < now())`

async function claimable({ db }: WorkerCtx): Promise<number> {
  const due = await db.select({ id: webhookMessages.id }).from(webhookMessages).where(IS_DUE).limit(1)
  return due.length
}

async function claimDue({ db, now }: WorkerCtx, free: number): Promise<Message[]> {
  if (free <= 0) return []
  const due = db
    .select({ id: webhookMessages.id })
    .from(webhookMessages)
    .where(IS_DUE)
    .orderBy(asc(webhookMessages.nextAttemptAt))
    .limit(free)
    .for('update', { skipLocked: true })
  return db
    .update(webhookMessages)
    .set({ leaseUntil: sql`now() + make_interval(secs => ${LEASE_SECONDS})`, updatedAt: now() })
    .where(sql`${webhookMessages.id} in ${due}`)
    .returning()
}

/** One attempt: sign, POST, record. The row of the attempt and the new state of the message are written together. */
export async function deliver(ctx: WorkerCtx, message: Message, options: { isResend?: boolean } = {}): Promise<void> {
  const keys = await deliveryKeys(ctx, message)
  const timestamp = Math.floor(ctx.now().getTime() / 1_000)
  const headers: Record<string, string> = {
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signWebhook(keys.keys, { id: message.id, timestamp, body: message.body }),
    // Says so openly when the request's own secret is gone and the project's key signed instead.
    ...(message.ownSecret && keys.signedWith === 'project' ? { 'webhook-key': 'project' } : {}),
  }
  const result = await postWebhook(message.url, headers, message.body)
  await record(ctx, message, { result, headers, signedWith: keys.signedWith, isResend: options.isResend ?? false })
}

type Attempt = {
  result: PostResult
  headers: Record<string, string>
  signedWith: 'request' | 'project'
  isResend: boolean
}

async function record({ db, now }: WorkerCtx, message: Message, attempt: Attempt): Promise<void> {
  const { result } = attempt
  const number = message.attemptCount + 1
  const delivered = result.error === null
  const waitMs = isRetryable(result.httpStatus)
    ? nextWaitMs(number, parseRetryAfterMs(result.retryAfter, now()), Math.random())
    : null
  const nextAttemptAt = delivered || waitMs === null ? null : new Date(now().getTime() + waitMs)
  const status = delivered ? 'delivered' : nextAttemptAt ? 'pending' : 'failed'
  const attemptRow = db.$with('attempt').as(
    db
      .insert(webhookAttempts)
      .values({
        businessId: message.businessId,
        messageId: message.id,
        number,
        isResend: attempt.isResend,
        httpStatus: result.httpStatus,
        error: result.error,
        latencyMs: result.latencyMs,
        responseExcerpt: result.responseExcerpt,
        signedWith: attempt.signedWith,
        requestHeaders: attempt.headers,
      })
      .returning({ id: webhookAttempts.id }),
  )
  // A resend that fails changes nothing about the message: its own schedule goes on.
  const settled: Partial<Message> = attempt.isResend && !delivered ? {} : { status, nextAttemptAt }
  await db
    .with(attemptRow)
    .update(webhookMessages)
    .set({ ...settled, attemptCount: number, leaseUntil: null, updatedAt: now() })
    .where(and(eq(webhookMessages.id, message.id), eq(webhookMessages.businessId, message.businessId)))
  if (status !== 'pending' && message.transactionId) forgetWebhookSecret(message.transactionId)
}

async function nextDueAt({ db }: WorkerCtx): Promise<string | null> {
  const [row] = await db
    .select({
      at: sql<
        string | null
      >`min(greatest(${webhookMessages.nextAttemptAt}, coalesce(${webhookMessages.leaseUntil}, now())))`,
    })
    .from(webhookMessages)
    .where(eq(webhookMessages.status, 'pending'))
  return row?.at ? new Date(row.at).toISOString() : null
}
