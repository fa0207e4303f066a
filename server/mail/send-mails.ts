import { and, eq, getTableColumns, isNull, min, sql } from 'drizzle-orm'
import { mailMessages } from '@/db/schema'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import type { WorkerCtx } from '@/server/ctx'
import { env } from '@/server/env'
import { logger } from '@/server/logger'
import { restoredSince } from '@/server/recovery/restored-since'
import { formatUtc } from '@/server/text/format-utc'
import { isStopping } from '@/server/waking/stopping'
import { isLinkUsable, LINK_SOURCE } from './is-link-usable'
import { isStillRecipient } from './mail-owners'
import { openMailSecret, SECRET_MARK } from './mail-secret'
import { nextMailAttempt } from './retry-schedule'
import { MailBusyError, MailRefusedError } from './send-error'
import { type Outgoing, openSmtp } from './smtp'

type Row = typeof mailMessages.$inferSelect

type Options = {
  /** The alarm channel whose messages are sent, in their order; null for those that leave by the mail server. */
  channelId: string | null
  /** Sends a message; by default through the installation's mail server. */
  open: () => { send: (mail: Outgoing) => Promise<void>; close: () => void }
  /** Sent side by side. */
  batch: number
  /** Longer than an attempt may take, so that no email is sent twice in parallel. */
  leaseMs: number
  /** A run claims nothing new after this. */
  runMs: number
}

const DEFAULTS: Options = { channelId: null, open: openSmtp, batch: 8, leaseMs: 120_000, runMs: 20_000 }
const MAX_ERROR = 300
/** An alarm that arrives an hour late is of little use. */
const MAX_CHANNEL_WAIT_MS = 300_000
const GONE = 'Its recipient left the business, changed their role or is suspended'
const LINK_GONE = 'Its link cannot be used any more, or no person who may sign in has this address'
const RESTORED = 'It may have been sent before a backup was restored: send it again if it was not'
/** After this time an email was surely tried before a restore. */
const TRIED_WITHIN_MS = 3_600_000

const IS_DUE = sql`status = 'pending' and next_attempt_at <= now() and (lease_until is null or lease_until < now())`

/**
 * Sends due emails in concurrent batches, until none is due. A process that dies between the server's acceptance and
 * its record sends that email twice, under the same Message-ID. Returns when the next is due (null: none), and what was
 * done.
 */
export async function sendMails(ctx: WorkerCtx, options: Partial<Options> = {}) {
  const { channelId, open, batch, leaseMs, runMs } = { ...DEFAULTS, ...options }
  const counts = { sent: 0, retrying: 0, failed: 0, skipped: 0 }
  if (channelId === null && env().SMTP_URL === undefined) {
    counts.skipped = await skipAll(ctx)
    return { nextAt: null, counts }
  }
  const smtp = open()
  const startedAt = Date.now()
  try {
    while (Date.now() - startedAt < runMs && !isStopping()) {
      const claimed = await claim(ctx, { channelId, batch, leaseMs })
      if (claimed.length === 0) break
      const outcomes = await Promise.all(claimed.map((mail) => deliver(ctx, mail, smtp.send)))
      for (const outcome of outcomes) counts[outcome] += 1
      // The channel is unreachable, so later emails wait.
      if (channelId !== null && counts.retrying > 0) break
    }
  } finally {
    smtp.close()
  }
  return { nextAt: channelId === null ? await nextDueAt(ctx) : null, counts }
}

type Claim = Pick<Options, 'channelId' | 'batch' | 'leaseMs'>

function claim({ db, now }: WorkerCtx, { channelId, batch, leaseMs }: Claim): Promise<Row[]> {
  const picked =
    channelId === null
      ? sql`array(select id from mail_messages where channel_id is null and ${IS_DUE}
          order by next_attempt_at limit ${batch} for update skip locked)`
      : // That an alarm is closed never leaves before that it is open.
        sql`array(select id from mail_messages where ${IS_DUE} and id = (select id from mail_messages
          where channel_id = ${channelId} and status = 'pending' order by id limit 1) for update skip locked)`
  return db
    .update(mailMessages)
    .set({ leaseUntil: sql`now() + ${leaseMs}::int * interval '1 millisecond'`, updatedAt: now() })
    .where(sql`${mailMessages.id} = any(${picked})`)
    .returning(getTableColumns(mailMessages))
}

async function deliver(
  ctx: WorkerCtx,
  mail: Row,
  send: (mail: Outgoing) => Promise<void>,
): Promise<'sent' | 'retrying' | 'failed' | 'skipped'> {
  const { id, businessId, channelId, source, sourceId, toAddress: to, subject, attemptCount, queuedAt } = mail
  const attempts = attemptCount + 1
  const note = (set: Partial<Row>) =>
    ctx.db
      .update(mailMessages)
      .set({
        ...set,
        ...(set.status === 'pending' ? {} : { secretSealed: null }),
        attemptCount: attempts,
        leaseUntil: null,
        updatedAt: ctx.now(),
      })
      .where(and(eq(mailMessages.id, id), eq(mailMessages.status, 'pending')))
  if (!(await isStillRecipient(ctx, { businessId, source, to }))) {
    await note({ status: 'skipped', nextAttemptAt: null, error: GONE })
    return 'skipped'
  }
  if (source === LINK_SOURCE && !(await isLinkUsable(ctx, sourceId))) {
    await note({ status: 'skipped', nextAttemptAt: null, error: LINK_GONE })
    return 'skipped'
  }
  if (await restoredSince(ctx, new Date(queuedAt.getTime() + TRIED_WITHIN_MS))) {
    await note({ status: 'skipped', nextAttemptAt: null, error: RESTORED })
    return 'skipped'
  }
  try {
    await send({ id, to, subject, ...textsOf(mail), thread: source === 'alarm' ? sourceId : undefined })
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, MAX_ERROR)
    const maxWaitMs = channelId === null ? undefined : MAX_CHANNEL_WAIT_MS
    const leastWaitMs = error instanceof MailBusyError ? error.waitMs : 0
    const times = { queuedAt, now: ctx.now(), maxWaitMs, leastWaitMs }
    const at = error instanceof MailRefusedError ? null : nextMailAttempt(attempts, times)
    // The row has the recipient.
    if (!at) logger().warn({ mailId: id, problem }, 'an email failed for good')
    recordWorkFault(
      ctx,
      error,
      at ? `the same email at ${formatUtc(at)}` : 'the other emails; this one failed for good',
    )
    await note({ status: at ? 'pending' : 'failed', nextAttemptAt: at, error: problem })
    return at ? 'retrying' : 'failed'
  }
  await note({ status: 'sent', nextAttemptAt: null, error: null, sentAt: ctx.now() })
  return 'sent'
}

function textsOf({ text, html, secretSealed, sourceId }: Row): Pick<Outgoing, 'text' | 'html'> {
  if (secretSealed === null) return { text, html }
  const secret = openMailSecret(secretSealed, sourceId)
  return { text: text.replaceAll(SECRET_MARK, secret), html: html.replaceAll(SECRET_MARK, secret) }
}

/** The variable was taken away while they waited. */
async function skipAll({ db, now }: WorkerCtx): Promise<number> {
  const skipped = await db
    .update(mailMessages)
    .set({
      status: 'skipped',
      nextAttemptAt: null,
      secretSealed: null,
      error: 'No SMTP_URL is set',
      updatedAt: now(),
    })
    .where(and(eq(mailMessages.status, 'pending'), isNull(mailMessages.channelId)))
    .returning({ id: mailMessages.id })
  return skipped.length
}

async function nextDueAt({ db }: WorkerCtx): Promise<Date | null> {
  const [row] = await db
    .select({ at: min(sql<string | null>`greatest(next_attempt_at, lease_until)`) })
    .from(mailMessages)
    .where(and(eq(mailMessages.status, 'pending'), isNull(mailMessages.channelId)))
  return row?.at ? new Date(row.at) : null
}

/** Whether an email is due within the next minute, the interval of the job that checks. */
export async function hasDueMails({ db }: WorkerCtx): Promise<boolean> {
  const due = await db.execute(
    sql`select 1 from mail_messages where channel_id is null and status = 'pending' and next_attempt_at <= now() + interval '1 minute' limit 1`,
  )
  return due.length > 0
}
