import { setTimeout as wait } from 'node:timers/promises'
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { businesses, depositAccounts, payments } from '@/db/schema'
import { webhooksDue } from '@/inngest/events'
import type { DepositAccountView, UnopenedAccount } from '@/schemas/payments/accounts/contract'
import { listChains } from '@/server/chains/registry'
import { inWorker, type WorkerCtx } from '@/server/ctx'
import { RetryableError } from '@/server/errors'
import { faultPoint } from '@/server/fault-point'
import { postJournals } from '@/server/ledger/post-journals'
import { logger } from '@/server/logger'
import { failPayment } from '@/server/payments/settlement/close-payments'
import { lockPayment } from '@/server/payments/settlement/lock-payment'
import { openAddresses } from '@/server/payments/stablecoins/open-addresses'
import { releaseReference } from '@/server/subscriptions/release-reference'
import { wake } from '@/server/waking/wake'
import type { AccountOpener, AccountRow } from './account-opener'
import { toDepositAccountView, toUnopenedAccount } from './view'

/** The time for which one slow provider may delay the others. */
const OPEN_MS = 5_000

type Opening = { paymentId: string; openers: readonly AccountOpener[] }

/** The accounts that can be paid to, and those of the payment that could not be opened. */
export type OpenedAccounts = { accounts: DepositAccountView[]; notOpened: UnopenedAccount[] }

/**
 * Opens the accounts of a payment: bank accounts in parallel, chain addresses together. If none is opened, the payment
 * fails and it throws unavailable. Called outside a transaction.
 */
export async function openAccounts(ctx: WorkerCtx, { paymentId, openers }: Opening): Promise<OpenedAccounts> {
  const [payment] = await ctx.db
    .select({ row: payments, name: businesses.name })
    .from(payments)
    .innerJoin(businesses, eq(businesses.id, payments.businessId))
    .where(eq(payments.id, paymentId))
  if (!payment) throw new Error(`payment ${paymentId} does not exist`)
  const rows = await ctx.db
    .select()
    .from(depositAccounts)
    .where(eq(depositAccounts.paymentId, paymentId))
    .orderBy(asc(depositAccounts.id))
  faultPoint('accounts-before-open')
  const rowsById = new Map((await openRows(ctx, rows, { openers, name: payment.name })).map((row) => [row.id, row]))
  faultPoint('accounts-after-store')
  const chains = new Map((await listChains()).map((chain) => [chain.chainId, chain]))
  const open = rows.flatMap(({ id }) => rowsById.get(id) ?? [])
  if (open.length > 0) {
    return {
      accounts: open.map((row) => toDepositAccountView(row, payment.row, chains.get(row.chainId ?? 0) ?? null)),
      notOpened: rows.filter(({ id }) => !rowsById.has(id)).map(toUnopenedAccount),
    }
  }
  await failPaymentWithoutAccount(ctx, payment.row)
  throw new RetryableError('providers_unavailable', 60)
}

type OpenersInput = { openers: readonly AccountOpener[]; name: string }

/** Opens these accounts and returns the open ones. */
async function openRows(
  ctx: WorkerCtx,
  rows: readonly AccountRow[],
  { openers, name }: OpenersInput,
): Promise<AccountRow[]> {
  const opening = rows.filter(({ status }) => status === 'OPENING')
  const answers = await Promise.all([
    openOnChains(
      ctx,
      opening.filter(({ kind }) => kind === 'STABLECOIN'),
      openers,
    ),
    ...opening
      .filter(({ kind }) => kind === 'FIAT')
      .map((row) => openAtBank(ctx, row, { opener: openerOf(row, openers), name })),
  ])
  return [...rows.filter(({ status }) => status === 'OPEN'), ...answers.flat()]
}

function openerOf(row: AccountRow, openers: readonly AccountOpener[]): AccountOpener | undefined {
  return openers.find(({ kind, provider, expects }) => {
    if (kind !== row.kind || provider !== row.provider) return false
    if (kind === 'FIAT') return true
    const { currency } = expects({ amountMinor: 1n, amountUsdMicros: 1n, ngnPerUsdE8: 1n })
    return currency === row.currency
  })
}

async function openAtBank(
  ctx: WorkerCtx,
  row: AccountRow,
  { opener, name }: { opener: AccountOpener | undefined; name: string },
): Promise<AccountRow[]> {
  const details = opener?.kind === 'FIAT' ? await withinTime(opener.open(row, { name }), row) : null
  faultPoint('accounts-after-answer')
  if (!details) return markNotOpened(ctx, [row])
  const stored = await ctx.db
    .update(depositAccounts)
    .set({ ...details, status: 'OPEN' })
    .where(and(eq(depositAccounts.id, row.id), eq(depositAccounts.status, 'OPENING')))
    .returning()
  // Another process stored it meanwhile: the call itself, or the job that finishes interrupted calls.
  return stored.length > 0 ? stored : findOpen(ctx, [row])
}

/** Opens chain addresses. Accounts without an opener fail, because their token is no longer accepted. */
async function openOnChains(
  ctx: WorkerCtx,
  rows: readonly AccountRow[],
  openers: readonly AccountOpener[],
): Promise<AccountRow[]> {
  const [first] = rows
  if (!first) return []
  const taken = rows.flatMap((row) => {
    const opener = openerOf(row, openers)
    return opener?.kind === 'STABLECOIN' ? [{ id: row.id, chainType: opener.chainType }] : []
  })
  const request = { paymentId: first.paymentId, accounts: taken }
  if (taken.length > 0) await withinTime(openAddresses(ctx, request), first)
  faultPoint('accounts-after-answer')
  return markNotOpened(ctx, rows)
}

/** Marks accounts that are still not open as not opened. Returns the open ones. */
async function markNotOpened(ctx: WorkerCtx, rows: readonly AccountRow[]): Promise<AccountRow[]> {
  const ids = rows.map(({ id }) => id)
  await ctx.db
    .update(depositAccounts)
    .set(failedOpeningColumns(ctx.now()))
    .where(and(inArray(depositAccounts.id, ids), eq(depositAccounts.status, 'OPENING')))
  return findOpen(ctx, rows)
}

function findOpen({ db }: WorkerCtx, rows: readonly AccountRow[]): Promise<AccountRow[]> {
  const ids = rows.map(({ id }) => id)
  return db
    .select()
    .from(depositAccounts)
    .where(and(inArray(depositAccounts.id, ids), eq(depositAccounts.status, 'OPEN')))
}

/** The result of the work; null, with a log line, if it fails or takes too long. */
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

/**
 * Fails a payment without an open account and releases its `clientReference`, so that its caller can retry. If an
 * account was opened meanwhile, the payment keeps waiting.
 */
export async function failPaymentWithoutAccount(ctx: WorkerCtx, { id: paymentId, projectId }: Unopened): Promise<void> {
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
    await freeReference(db, locked.payment)
    return messages
  })
  if (messages > 0) wake(webhooksDue, {})
}

type Tagged = Pick<typeof payments.$inferSelect, 'id' | 'businessId' | 'projectId' | 'clientReference'>

async function freeReference(db: Database, { id, clientReference, ...owner }: Tagged): Promise<void> {
  if (clientReference === null) return
  await db.update(payments).set({ clientReference: null, referenceFingerprint: null }).where(eq(payments.id, id))
  await releaseReference(db, { ...owner, clientReference })
}

/**
 * The columns of an account that could not be opened, as far as we know. The bank may have opened it although its
 * response was lost, so it is polled by its reference like an open one, until the end of its watch.
 */
export function failedOpeningColumns(now: Date) {
  return {
    status: 'FAILED' as const,
    nextPollAt: sql`case when ${depositAccounts.kind} = 'FIAT' then ${now.toISOString()}::timestamptz end`,
  }
}
