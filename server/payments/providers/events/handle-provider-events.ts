import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { providerEvents } from '@/db/schema'
import { NO_ACCOUNT_REASON } from '@/schemas/payments/providers/words'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { findConfigured } from '@/server/payments/providers/configured-providers'
import { findAccount } from '@/server/payments/providers/find-account'
import { pollReceipts } from '@/server/payments/providers/poll-receipts'
import type { ProviderName } from '@/server/payments/providers/provider'
import { expediteRefunds } from '@/server/payments/refunds/expedite-refunds'
import { formatUtc } from '@/server/text/format-utc'

type Event = typeof providerEvents.$inferSelect

const AT_ONCE = 8

/** Handles a provider's due events in parallel. Returns the number; zero if none is due. */
export async function handleProviderEvents(ctx: WorkerCtx, provider: ProviderName): Promise<number> {
  const taken = await claim(ctx, provider)
  if (taken.length > 0) faultPoint('event-after-claim')
  await Promise.all(taken.map((event) => handle(ctx, event)))
  return taken.length
}

/** Takes events by postponing them first, so that another process handles them if this one is killed. */
async function claim({ db, now }: WorkerCtx, provider: ProviderName): Promise<Event[]> {
  const due = and(
    eq(providerEvents.provider, provider),
    eq(providerEvents.state, 'STORED'),
    lte(providerEvents.nextAttemptAt, now()),
  )
  const picked = db
    .select({ id: providerEvents.id })
    .from(providerEvents)
    .where(due)
    .orderBy(asc(providerEvents.nextAttemptAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  return db
    .update(providerEvents)
    .set({
      attempts: sql`${providerEvents.attempts} + 1`,
      nextAttemptAt: new Date(now().getTime() + 60_000),
    })
    .where(sql`${providerEvents.id} = any(array(${picked}))`)
    .returning()
}

async function handle(ctx: WorkerCtx, event: Event): Promise<void> {
  try {
    const change = await applyEvent(ctx, event)
    faultPoint('event-before-end')
    await end(ctx, event, change)
  } catch (error) {
    // After any error the other events continue. An event that keeps failing raises an alarm.
    const problem = error instanceof Error ? error.message : String(error)
    const again = nextAttemptAt(event.attempts, ctx.now())
    recordWorkFault(
      ctx,
      error,
      again ? `the same event at ${formatUtc(again)}` : 'the other events; this one is not tried again',
    )
    const next = again ? { nextAttemptAt: again } : { state: 'DEAD' as const, handledAt: ctx.now() }
    await end(ctx, event, { ...next, error: problem.slice(0, 500) })
  }
}

/** Asks the provider about the account of an event, because the event itself is only a hint. */
async function applyEvent(ctx: WorkerCtx, event: Event): Promise<Partial<Event>> {
  const ignored = (error: string) => ({ state: 'IGNORED' as const, handledAt: ctx.now(), error })
  if (event.kind === 'refund') {
    const expedited = await expediteRefunds(ctx, event)
    if (expedited === 0) return ignored('Matches no refund in progress')
    return { state: 'HANDLED', handledAt: ctx.now(), error: null }
  }
  if (event.kind === 'other') return ignored('Not about a payment')
  const account = await findAccount(ctx, event)
  if (!account) return ignored(NO_ACCOUNT_REASON)
  const provider = findConfigured(event.provider)
  if (!provider) throw new Error(`${event.provider} has no keys here`)
  await pollReceipts(ctx, provider, account)
  return { state: 'HANDLED', handledAt: ctx.now(), error: null }
}

async function end({ db }: WorkerCtx, { id }: Event, change: Partial<Event>): Promise<void> {
  await db
    .update(providerEvents)
    .set(change)
    .where(and(eq(providerEvents.id, id), eq(providerEvents.state, 'STORED')))
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** The pauses after the first, second, … failed attempt of an event. */
const WAITS_MS = [10 * SECOND, MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR] as const

/** The time of the next attempt; null after the last one. */
function nextAttemptAt(attempts: number, now: Date): Date | null {
  const wait = WAITS_MS[attempts - 1]
  return wait === undefined ? null : new Date(now.getTime() + wait)
}
