import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { paymentReceipts, providerReconciliations } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { callRecordingHealth } from '@/server/payments/providers/call-recording-health'
import { findConfigured } from '@/server/payments/providers/configured-providers'
import { findAccount } from '@/server/payments/providers/find-account'
import { bookReportedReceipt } from '@/server/payments/providers/poll-receipts'
import type { FiatProvider, ProviderName, ProviderReceipt } from '@/server/payments/providers/provider'
import { ProviderIncomplete, ProviderRefused, ProviderUnavailable } from '@/server/payments/providers/provider-error'

const DAY_MS = 86_400_000
/** Today and the two days before. */
const DAYS = 3
/** A statement has at most 65,535 parameters. */
const IDS_AT_ONCE = 10_000

type Brought = { count: number; unmatched: number }

/**
 * Books receipts that a provider lists and we lack, then stores both totals of each day. Money without an owner waits
 * for an operator.
 */
export async function reconcileProvider(ctx: WorkerCtx, { provider: name }: { provider: ProviderName }): Promise<void> {
  const provider = findConfigured(name)
  if (!provider) return
  const until = ctx.now()
  const today = Math.floor(until.getTime() / DAY_MS)
  const days = Array.from({ length: DAYS }, (_, back) => new Date((today - back) * DAY_MS))
  const since = new Date((today - DAYS + 1) * DAY_MS)
  const listed = await list(ctx, provider, { since, until })
  const { problem } = listed
  if (listed.receipts === null) {
    for (const day of days) await storeTotals(ctx, name, day, { theirs: null, problem })
    return
  }
  const known = await placesOf(ctx, name, listed.receipts)
  const brought = new Map<string, Brought>()
  for (const receipt of listed.receipts) {
    const place = known.get(receipt.providerTxnId)
    if (place === 'placed' && receipt.status !== 'reversed') continue
    const { reference, providerRef } = receipt
    const account = await findAccount(ctx, { provider: name, reference, providerRef })
    if (place === 'unclaimed' && !account && receipt.status !== 'reversed') continue
    await bookReportedReceipt(ctx, provider, { receipt, account: account && { id: account.id } })
    const total = brought.get(dayOf(receipt.paidAt)) ?? { count: 0, unmatched: 0 }
    total.count += 1
    if (!account) total.unmatched += 1
    brought.set(dayOf(receipt.paidAt), total)
  }
  for (const day of days) {
    const theirs = listed.receipts.filter(({ status, paidAt }) => status === 'paid' && dayOf(paidAt) === dayOf(day))
    await storeTotals(ctx, name, day, { theirs, problem, brought: brought.get(dayOf(day)) })
  }
}

type Listed = { receipts: readonly ProviderReceipt[] | null; problem: string | null }

/** The listed receipts. If the list was not read to its end: the receipts read so far, and the reason. */
async function list(ctx: WorkerCtx, provider: FiatProvider, span: { since: Date; until: Date }): Promise<Listed> {
  try {
    return { receipts: await callRecordingHealth(ctx, provider, () => provider.listTransactions(span)), problem: null }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    const receipts = error instanceof ProviderIncomplete ? error.receipts : null
    return { receipts, problem: error.message.slice(0, 300) }
  }
}

/** The accounts of known receipts by id. A receipt without an owner may be assigned to an account by now. */
async function placesOf({ db }: WorkerCtx, name: ProviderName, receipts: readonly ProviderReceipt[]) {
  const ids = receipts.map(({ providerTxnId }) => providerTxnId)
  const places = new Map<string, 'placed' | 'unclaimed'>()
  const isUnclaimed = sql<boolean>`${paymentReceipts.outcome} = 'SUSPENSE' and ${paymentReceipts.accountId} is null`
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    const some = inArray(paymentReceipts.providerTxnId, ids.slice(from, from + IDS_AT_ONCE))
    const rows = await db
      .select({ id: paymentReceipts.providerTxnId, isUnclaimed })
      .from(paymentReceipts)
      .where(and(eq(paymentReceipts.provider, name), some))
    for (const row of rows) places.set(row.id, row.isUnclaimed ? 'unclaimed' : 'placed')
  }
  return places
}

type Found = { theirs: ProviderReceipt[] | null; problem: string | null; brought?: Brought }

async function storeTotals(ctx: WorkerCtx, provider: ProviderName, day: Date, { theirs, problem, brought }: Found) {
  const recorded = await sumOurs(ctx, provider, day)
  const theirMinor = theirs?.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const seen = { ourCount: recorded.count, ourMinor: recorded.minor, problem, comparedAt: ctx.now() }
  const theirSide = theirs ? { theirCount: theirs.length, theirMinor } : {}
  const count = brought?.count ?? 0
  const unmatched = brought?.unmatched ?? 0
  const table = providerReconciliations
  await ctx.db
    .insert(table)
    .values({
      provider,
      day: dayOf(day),
      theirCount: theirs?.length ?? 0,
      theirMinor: theirMinor ?? 0n,
      broughtCount: count,
      unmatchedCount: unmatched,
      ...seen,
    })
    .onConflictDoUpdate({
      target: [table.provider, table.day],
      set: {
        ...seen,
        ...theirSide,
        broughtCount: sql`${table.broughtCount} + ${count}::int`,
        unmatchedCount: sql`${table.unmatchedCount} + ${unmatched}::int`,
      },
    })
}

async function sumOurs({ db }: WorkerCtx, provider: ProviderName, day: Date) {
  const [sums] = await db
    .select({
      count: sql<string>`count(*)`.mapWith(Number),
      minor: sql<string>`coalesce(sum(${paymentReceipts.units}), 0)`.mapWith(BigInt),
    })
    .from(paymentReceipts)
    .where(
      and(
        eq(paymentReceipts.provider, provider),
        gte(paymentReceipts.paidAt, day),
        lt(paymentReceipts.paidAt, new Date(day.getTime() + DAY_MS)),
        ne(paymentReceipts.outcome, 'REVERSED'),
      ),
    )
  return sums ?? { count: 0, minor: 0n }
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10)
}
