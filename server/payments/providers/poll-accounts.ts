import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { depositAccounts } from '@/db/schema'
import { recordWorkFault } from '@/server/alarms/record-work-fault'
import type { WorkerCtx } from '@/server/ctx'
import { faultPoint } from '@/server/fault-point'
import { recordUnknownError } from '@/server/record-unknown-error'
import { findConfigured } from './configured-providers'
import { pollReceipts } from './poll-receipts'
import type { ProviderName } from './provider'
import { ProviderRefused, ProviderUnavailable } from './provider-error'

type Account = typeof depositAccounts.$inferSelect

const AT_ONCE = 8
/** An account is postponed this long while it is polled, so that it is polled again if the process is killed. */
const CLAIM_MS = 60_000

/**
 * Polls due accounts of a provider in parallel, because webhooks may be lost. Returns the number; zero if none is due.
 */
export async function pollAccounts(ctx: WorkerCtx, provider: ProviderName): Promise<number> {
  const { db, now } = ctx
  const due = and(eq(depositAccounts.provider, provider), lte(depositAccounts.nextPollAt, now()))
  const picked = db
    .select({ id: depositAccounts.id })
    .from(depositAccounts)
    .where(due)
    .orderBy(asc(depositAccounts.nextPollAt))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(depositAccounts)
    .set({ pollCount: sql`${depositAccounts.pollCount} + 1`, nextPollAt: new Date(now().getTime() + CLAIM_MS) })
    .where(sql`${depositAccounts.id} = any(array(${picked}))`)
    .returning()
  if (taken.length > 0) faultPoint('poll-after-claim')
  await Promise.all(taken.map((account) => poll(ctx, account)))
  return taken.length
}

async function poll(ctx: WorkerCtx, account: Account): Promise<void> {
  const next = (await isPolled(ctx, account)) ? nextPollAt(account, ctx.now()) : retryPollAt(account, ctx.now())
  await ctx.db.update(depositAccounts).set({ nextPollAt: next }).where(eq(depositAccounts.id, account.id))
}

async function isPolled(ctx: WorkerCtx, account: Account): Promise<boolean> {
  const provider = findConfigured(account.provider)
  // The provider has no keys here; the daily comparison finds its receipts.
  if (!provider) return true
  try {
    await pollReceipts(ctx, provider, account)
    return true
  } catch (error) {
    const isExpectedError = error instanceof ProviderUnavailable || error instanceof ProviderRefused
    if (!isExpectedError && error instanceof Error) recordUnknownError(error, `accounts of ${account.provider}`)
    recordWorkFault(ctx, error, 'the same account is polled again after a longer pause')
    return false
  }
}

const MINUTE_MS = 60_000
/** The pause after a provider did not answer. */
const RETRY_MS = MINUTE_MS

type Watched = { createdAt: Date; expiryAt: Date; watchUntil: Date }

/**
 * The next time to poll an account if no webhook arrives: after 1, 3 and 10 minutes, at its expiry, 10 minutes later,
 * and at the end of its watch. Null after the last.
 */
export function nextPollAt({ createdAt, expiryAt, watchUntil }: Watched, now: Date): Date | null {
  const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS)
  const moments = [
    ...[1, 3, 10].map((minutes) => after(createdAt, minutes)),
    expiryAt,
    after(expiryAt, 10),
    watchUntil,
  ].sort((a, b) => a.getTime() - b.getTime())
  return moments.find((moment) => moment > now && moment <= watchUntil) ?? null
}

/** The next poll after the provider did not answer: soon, until a day after the watch ends. */
export function retryPollAt({ watchUntil }: Watched, now: Date): Date | null {
  const again = new Date(now.getTime() + RETRY_MS)
  return again.getTime() > watchUntil.getTime() + 1_440 * MINUTE_MS ? null : again
}
