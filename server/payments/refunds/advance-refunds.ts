import { and, asc, eq, inArray, lte, min, sql } from 'drizzle-orm'
import { paymentReceipts, paymentRefunds } from '@/db/schema'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import { recordRowFault } from '@/server/alarms/row-faults'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { wakeOutboxes } from '@/server/payments/mails/wake-outboxes'
import { configuredProviders } from '@/server/payments/providers/configured-providers'
import type { FiatProvider } from '@/server/payments/providers/provider'
import { ProviderRefused, ProviderUnavailable } from '@/server/payments/providers/provider-error'
import { canSend, maySend } from '@/server/recovery/is-recovering'
import { restoredSince } from '@/server/recovery/restored-since'
import { formatUtc } from '@/server/text/format-utc'
import type { RefundRow } from './begin-refund'
import { endRefund, OPEN_STATES } from './end-refund'
import { syncRefund } from './sync-refund'

const AT_ONCE = 8
/** One run of the job; the next one continues. */
const RUN_MS = 20_000
/**
 * The time for which a refund is reserved for the process that handles it. If that process is killed, the refund is
 * handled again.
 */
const CLAIM_MS = 30_000
/** The limit for a provider whose refunds are searched page by page before one is sent. */
const SEARCH_CLAIM_MS = 30 * 60_000

/** Providers with a refund to send or to check now. */
export async function findDueRefunds(ctx: WorkerCtx): Promise<{ provider: string }[]> {
  if (!(await canSend())) return []
  const each = await Promise.all(
    configuredProviders().map(async ({ name }) => ({ provider: name, at: await nextDueAt(ctx, name) })),
  )
  return each.flatMap(({ provider, at }) => (at && at <= ctx.now() ? [{ provider }] : []))
}

/** Sends due refunds through a provider and checks those in progress, until nothing is due or the run's time is up. */
export async function sendRefunds(ctx: WorkerCtx, { provider: name }: { provider: string }) {
  const provider = configuredProviders().find((known) => known.name === name)
  if (!provider || !(await canSend())) return { nextAt: null, counts: { refunds: 0 } }
  const deadline = Date.now() + RUN_MS
  let refunds = 0
  while (Date.now() < deadline) {
    const advanced = await advanceRefunds(ctx, provider)
    refunds += advanced
    if (advanced === 0) break
  }
  return { nextAt: await nextDueAt(ctx, name), counts: { refunds } }
}

/** Advances due refunds by one step each, in parallel. Returns the number; zero if none is due. */
export async function advanceRefunds(ctx: WorkerCtx, provider: FiatProvider): Promise<number> {
  const taken = await claim(ctx, provider)
  await Promise.all(taken.map((refund) => advance(ctx, provider, refund)))
  return taken.length
}

async function claim({ db, now }: WorkerCtx, { name, keepsRefundReference }: FiatProvider): Promise<RefundRow[]> {
  const isDue = and(
    eq(paymentRefunds.provider, name),
    inArray(paymentRefunds.state, OPEN_STATES),
    lte(paymentRefunds.nextAttemptAt, now()),
    maySend(),
  )
  const picked = db
    .select({ id: paymentRefunds.id })
    .from(paymentRefunds)
    .where(isDue)
    .orderBy(asc(paymentRefunds.nextAttemptAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const claimMs = keepsRefundReference ? CLAIM_MS : SEARCH_CLAIM_MS
  return db
    .update(paymentRefunds)
    .set({ attempts: sql`${paymentRefunds.attempts} + 1`, nextAttemptAt: new Date(now().getTime() + claimMs) })
    .where(sql`${paymentRefunds.id} = any(array(${picked}))`)
    .returning()
}

async function advance(ctx: WorkerCtx, provider: FiatProvider, row: RefundRow): Promise<void> {
  try {
    await ask(ctx, provider, row)
  } catch (error) {
    // After any error the other refunds continue, and this one stays open.
    const isExpectedError = error instanceof ProviderUnavailable || error instanceof ProviderRefused
    if (!isExpectedError) recordRowFault({ noun: 'refund', id: row.id }, error, ctx.now())
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    const at = nextAttemptAt(row.attempts, ctx.now())
    recordWorkFault(ctx, error, `the same refund at ${formatUtc(at)}`)
    await putOff(ctx, row, { problem, nextAttemptAt: at })
  }
}

async function ask(ctx: WorkerCtx, provider: FiatProvider, row: RefundRow): Promise<void> {
  const { id: refundId, receiptId } = row
  if (receiptId === null) throw new Error('the refund has no receipt')
  const [receipt] = await ctx.db
    .select({ providerTxnId: paymentReceipts.providerTxnId, paidAt: paymentReceipts.paidAt })
    .from(paymentReceipts)
    .where(eq(paymentReceipts.id, receiptId))
  if (!receipt) throw new Error('the receipt does not exist')
  const { providerTxnId, paidAt } = receipt
  // A restored backup may lack that it was sent, or an earlier request for the same refund.
  const sentAt = row.sentAt ?? (await restoredSince(ctx, paidAt))
  const answer = await syncRefund(ctx, provider, { ...row, sentAt, providerTxnId })
  if (answer.kind === 'taken') return
  const { state, providerRef, problem = null } = answer
  if (state === 'DONE' || state === 'FAILED') {
    const why = state === 'FAILED' ? (problem ?? `${provider.name} could not pay it`) : null
    // This process may fail a refund only if no other one took it over: the provider may pay it for that one.
    const alone = state === 'FAILED' ? { attempts: row.attempts } : {}
    const end = {
      refundId,
      receiptId,
      state,
      providerRef,
      problem: why,
      createdBy: `system:${provider.name}`,
      ...alone,
    }
    const messages = await inWorker(({ db }) => endRefund({ db, now: ctx.now }, end))
    faultPoint('refund-after-end')
    if (messages) wakeOutboxes()
    return
  }
  const named = providerRef === null ? {} : { providerRef }
  const at = state === 'NEEDS_DETAILS' ? afterDetails(ctx.now()) : nextAttemptAt(row.attempts, ctx.now())
  await putOff(ctx, row, { ...named, state, problem, nextAttemptAt: at })
}

type Later = Partial<Pick<RefundRow, 'state' | 'providerRef' | 'problem' | 'nextAttemptAt'>>

/** Schedules the next step, unless the refund ended meanwhile or another process took it over. */
async function putOff({ db, now }: WorkerCtx, { id, attempts }: RefundRow, later: Later): Promise<void> {
  await db
    .update(paymentRefunds)
    .set({ ...later, updatedAt: now() })
    .where(
      and(eq(paymentRefunds.id, id), eq(paymentRefunds.attempts, attempts), inArray(paymentRefunds.state, OPEN_STATES)),
    )
}

async function nextDueAt({ db }: WorkerCtx, provider: string): Promise<Date | null> {
  const [next] = await db
    .select({ at: min(paymentRefunds.nextAttemptAt) })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.provider, provider), inArray(paymentRefunds.state, OPEN_STATES)))
  return next?.at ?? null
}

const SECOND_MS = 1_000
/** The pauses after the first, second, … step of a refund. The last one repeats until the refund ends. */
const WAITS_MS = [5, 15, 60, 300, 900, 3_600].map((seconds) => seconds * SECOND_MS)
const LAST_MS = 3_600 * SECOND_MS

/** The time of the next step: the pauses grow, and there is always a next one. */
function nextAttemptAt(attempts: number, now: Date): Date {
  return new Date(now.getTime() + (WAITS_MS[Math.max(attempts - 1, 0)] ?? LAST_MS))
}

/** The time of the next step if the provider needs details first. */
function afterDetails(now: Date): Date {
  return new Date(now.getTime() + LAST_MS)
}
