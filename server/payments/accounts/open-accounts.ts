import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, ne } from 'drizzle-orm'
import { businesses, depositAccounts, payments } from '@/db/schema'
import { webhooksWoken } from '@/inngest/events'
import { listChains } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { NothingDone } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { postJournals } from '@/server/ledger/post-journals'
import { logger } from '@/server/logger'
import { failPayment } from '@/server/payments/settlement/close-payments'
import { lockPayment } from '@/server/payments/settlement/lock-payment'
import { wake } from '@/server/waking/wake'
import type { AccountOpener, AccountRow } from './account-opener'
import type { DepositAccountView } from './contract'
import { notOpened } from './not-opened'
import { toDepositAccountView } from './view'

/** One that hangs holds up nobody longer than this. */
const OPEN_MS = 5_000

type Opening = { paymentId: string; openers: readonly AccountOpener[] }

/**
 * Opens the accounts of a payment, side by side. One that its provider does not open is none; where none is, the payment fails and it throws
 * unavailable. Called outside a transaction.
 */
export async function openAccounts(ctx: WorkerCtx, { paymentId, openers }: Opening): Promise<DepositAccountView[]> {
  const [payment] = await ctx.db
    .select({ row: payments, name: businesses.name })
    .from(payments)
    .innerJoin(businesses, eq(businesses.id, payments.businessId))
    .where(eq(payments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} is gone`)
  const rows = await ctx.db
    .select()
    .from(depositAccounts)
    .where(eq(depositAccounts.paymentId, paymentId))
    .orderBy(asc(depositAccounts.id))
  faultPoint('accounts-before-open')
  const opened = await Promise.all(
    rows.map((row) => openAccount(ctx, row, { opener: openerOf(row, openers), name: payment.name })),
  )
  faultPoint('accounts-after-store')
  const places = new Map((await listChains()).map((chain) => [chain.chainId, chain]))
  const views = opened.flatMap((row) =>
    row ? [toDepositAccountView(row, payment.row, places.get(row.chainId ?? 0) ?? null)] : [],
  )
  if (views.length > 0) return views
  await failUnopened(ctx, payment.row)
  throw new NothingDone('providers_unavailable', 60)
}

function openerOf(row: AccountRow, openers: readonly AccountOpener[]): AccountOpener | undefined {
  return openers.find(({ kind, provider, expects }) => {
    if (kind !== row.kind || provider !== row.provider) return false
    if (kind === 'FIAT') return true
    const { currency } = expects({ amountMinor: 1n, amountUsdMicros: 1n, ngnPerUsdE8: 1n })
    return currency === row.currency
  })
}

async function openAccount(
  { db, now }: WorkerCtx,
  row: AccountRow,
  { opener, name }: { opener: AccountOpener | undefined; name: string },
): Promise<AccountRow | null> {
  if (row.status !== 'OPENING') return row.status === 'OPEN' ? row : null
  const details = opener ? await withinTime(opener.open(row, { name }), row) : null
  faultPoint('accounts-after-answer')
  const [stored] = await db
    .update(depositAccounts)
    .set(details ? { ...details, status: 'OPEN' } : notOpened(now()))
    .where(and(eq(depositAccounts.id, row.id), eq(depositAccounts.status, 'OPENING')))
    .returning()
  if (stored) return details ? stored : null
  // Somebody else said so meanwhile: the call itself, or the job that finishes what a call left.
  const [known] = await db.select().from(depositAccounts).where(eq(depositAccounts.id, row.id))
  return known?.status === 'OPEN' ? known : null
}

/** Null, and a line in the log, where it fails or takes too long. */
async function withinTime<T>(work: Promise<T>, { provider, reference }: AccountRow): Promise<T | null> {
  const late = new AbortController()
  const isLate = wait(OPEN_MS, undefined, { signal: late.signal, ref: false }).then(() => {
    throw new Error(`not within ${OPEN_MS} ms`)
  })
  isLate.catch(() => {})
  try {
    return await Promise.race([work, isLate])
  } catch (error) {
    logger().warn({ provider, reference, error: String(error) }, 'a deposit account was not opened')
    return null
  } finally {
    late.abort()
  }
}

type Unopened = Pick<typeof payments.$inferSelect, 'id' | 'projectId'>

/** Nobody opened an account for a payment: it fails. One that was opened meanwhile keeps it waiting. */
export async function failUnopened(ctx: WorkerCtx, { id: paymentId, projectId }: Unopened): Promise<void> {
  const messages = await inWorker(async ({ db }) => {
    const locked = await lockPayment(db, { paymentId, projectId })
    if (locked?.payment.status !== 'PENDING') return 0
    const [left] = await db
      .select({ id: depositAccounts.id })
      .from(depositAccounts)
      .where(and(eq(depositAccounts.paymentId, paymentId), ne(depositAccounts.status, 'FAILED')))
      .limit(1)
    if (left) return 0
    const { messages, postings } = await failPayment({ db, now: ctx.now }, locked)
    await postJournals(db, postings)
    return messages
  })
  if (messages > 0) wake(webhooksWoken, {})
}
