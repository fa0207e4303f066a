import { and, eq, gte, inArray, lt, ne, sql } from 'drizzle-orm'
import { paymentReceipts, providerReconciliations } from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { bring } from '../bring-receipts'
import { findConfigured } from '../configured-providers'
import { findAccount } from '../find-account'
import { askNoting } from '../note-health'
import type { FiatProvider, ProviderName, ProviderReceipt } from '../provider'
import { ProviderRefused, ProviderUnavailable } from '../provider-error'

const DAY_MS = 86_400_000
/** The day that runs and the two before it. */
const DAYS = 3

type Brought = { count: number; unmatched: number }

/** Brings what a provider lists and we have not, then keeps both sums of each day. What the list names nobody's waits for an operator. */
export async function reconcileProvider(ctx: WorkerCtx, { provider: name }: { provider: ProviderName }): Promise<void> {
  const provider = findConfigured(name)
  if (!provider) return
  const until = ctx.now()
  const today = Math.floor(until.getTime() / DAY_MS)
  const days = Array.from({ length: DAYS }, (_, back) => new Date((today - back) * DAY_MS))
  const since = new Date((today - DAYS + 1) * DAY_MS)
  const listed = await list(ctx, provider, { since, until })
  if ('problem' in listed) {
    for (const day of days) await keep(ctx, name, day, { theirs: null, problem: listed.problem })
    return
  }
  const fresh = await withoutKnown(ctx, name, listed.receipts)
  const brought = new Map<string, Brought>()
  for (const receipt of fresh) {
    const account = await findAccount(ctx, { provider: name, reference: receipt.reference })
    await bring(ctx, provider, { receipt, account: account && { id: account.id } })
    const of = brought.get(dayOf(receipt.paidAt)) ?? { count: 0, unmatched: 0 }
    of.count += 1
    if (!account) of.unmatched += 1
    brought.set(dayOf(receipt.paidAt), of)
  }
  for (const day of days) {
    const theirs = listed.receipts.filter(({ status, paidAt }) => status === 'paid' && dayOf(paidAt) === dayOf(day))
    await keep(ctx, name, day, { theirs, problem: null, brought: brought.get(dayOf(day)) })
  }
}

async function list(
  ctx: WorkerCtx,
  provider: FiatProvider,
  span: { since: Date; until: Date },
): Promise<{ receipts: ProviderReceipt[] } | { problem: string }> {
  try {
    return { receipts: await askNoting(ctx, provider, () => provider.listTransactions(span)) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error
    return { problem: error.message.slice(0, 300) }
  }
}

async function withoutKnown({ db }: WorkerCtx, name: ProviderName, receipts: readonly ProviderReceipt[]) {
  const ids = receipts.map(({ providerTxnId }) => providerTxnId)
  if (ids.length === 0) return []
  const rows = await db
    .select({ id: paymentReceipts.providerTxnId })
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.provider, name), inArray(paymentReceipts.providerTxnId, ids)))
  const known = new Set(rows.map(({ id }) => id))
  return receipts.filter(({ providerTxnId, status }) => status === 'reversed' || !known.has(providerTxnId))
}

type Found = { theirs: ProviderReceipt[] | null; problem: string | null; brought?: Brought }

async function keep(ctx: WorkerCtx, provider: ProviderName, day: Date, { theirs, problem, brought }: Found) {
  const ours = await sumOurs(ctx, provider, day)
  const theirMinor = theirs?.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const seen = { ourCount: ours.count, ourMinor: ours.minor, problem, comparedAt: ctx.now() }
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
