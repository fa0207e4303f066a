import { and, asc, eq } from 'drizzle-orm'
import { vi } from 'vitest'
import { newId } from '@/db/new-id'
import { oncePerProcess } from '@/db/once-per-process'
import {
  type Currency,
  depositAccounts,
  deposits,
  depositTokens,
  ledgerAccounts,
  type PlatformAccount,
  paymentArrivals,
  paymentSweeps,
  payments,
} from '@/db/schema'
import type { ExceptionView } from '@/schemas/exceptions/contract'
import type { UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { claimCursor } from '@/server/chains/cursor'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { followDeposits, newDepositFollower } from '@/server/deposits/follow/follow-deposits'
import { listExceptions } from '@/server/exceptions/list-exceptions'
import { requireRate } from '@/server/fx/require-rate'
import { newReference } from '@/server/payments/new-reference'
import { type Payer, workerAt } from '@/server/payments/payment-world.test-data'
import { requireChain } from '@/server/testing/require-chain'
import { advanceArrivals } from './advance-arrivals'
import { listAcceptedTokens } from './list-accepted-tokens'
import { openAddresses } from './open-addresses'
import { stablecoinOpener } from './stablecoin-opener'

const db = () => workerCtx().db
export const AMOUNT_MINOR = 3_100_000n
const AMOUNT_MICROS = 20_000_000n
const HALF_HOUR_MS = 1_800_000

type Token = { chainId: number; address: string; symbol: string; decimals: number; peg: 'USD' | 'NGN' }

export async function takeToken({ address, ...token }: Token): Promise<void> {
  const row = { ...token, tokenAddress: address, sweepLeastUnits: 1_000_000n }
  await db().insert(depositTokens).values(row).onConflictDoNothing()
}

/** A top-up of 20 dollars with an account for every accepted token. */
export async function openOnChains(
  { businessId, projectId }: Payer,
  { expiryAt = new Date(Date.now() + HALF_HOUR_MS) } = {},
) {
  const rate = await requireRate(workerCtx())
  const due = { amountMinor: AMOUNT_MINOR, amountUsdMicros: AMOUNT_MICROS, ngnPerUsdE8: rate.ngnPerUsdE8 }
  const [paymentId, watchUntil] = [newId(), new Date(Date.now() + 7 * 24 * 3_600_000)]
  await db()
    .insert(payments)
    .values({
      ...{ id: paymentId, businessId, projectId, purpose: 'WALLET_TOPUP', change: 'TOPUP', expiryAt, watchUntil },
      ...{
        ...due,
        rateId: rate.id,
        paymentRef: newReference('PAY'),
        reference: newReference('SLP'),
        createdBy: 'test',
      },
    })
  const openers = (await listAcceptedTokens(workerCtx())).map(stablecoinOpener)
  const rows = openers.map((opener) => ({
    ...{ id: newId(), businessId, paymentId, kind: opener.kind, provider: opener.provider },
    ...{ ...opener.expects(due), reference: newReference('SLP'), expiryAt, watchUntil },
  }))
  if (rows.length > 0) await db().insert(depositAccounts).values(rows)
  const accounts = rows.flatMap(({ id }, n) => (openers[n] ? [{ id, chainType: openers[n].chainType }] : []))
  await openAddresses(workerCtx(), { paymentId, accounts })
  const stored = await db()
    .select()
    .from(depositAccounts)
    .where(eq(depositAccounts.paymentId, paymentId))
    .orderBy(asc(depositAccounts.id))
  const opened = stored.map((row) => {
    if (!row.address) throw new Error('no address')
    return { ...row, address: row.address }
  })
  return { paymentId, accounts: opened }
}

/** The follower keeps the chains of one test file; the next file of the process starts a new one. */
const follower = () => oncePerProcess('suite-deposit-follower', newDepositFollower)

/** Reads a chain to its end and books its deposits. */
export async function readOn(chainId: number): Promise<void> {
  const lease = { owner: 'test', seconds: 30 }
  const cursor = await claimCursor(workerCtx(), { chainId, consumer: 'deposits' }, lease)
  if (cursor) await followDeposits(workerCtx(), await requireChain(chainId), cursor, follower())
  await advanceArrivals(workerAt(new Date()))
}

/** Reads a chain repeatedly until the expectation holds. */
export function until(chainId: number, holds: () => Promise<void>, timeout = 25_000): Promise<void> {
  return vi.waitFor(
    async () => {
      await readOn(chainId)
      await holds()
    },
    { timeout, interval: 100 },
  )
}

export function arrivalsAt(walletId: string | null) {
  return db()
    .select()
    .from(paymentArrivals)
    .where(eq(paymentArrivals.walletId, walletId ?? ''))
    .orderBy(asc(paymentArrivals.createdAt), asc(paymentArrivals.depositId))
}

export function sweepsOf(walletId: string | null) {
  return db()
    .select()
    .from(paymentSweeps)
    .where(eq(paymentSweeps.walletId, walletId ?? ''))
}

/** The deposits at payment addresses that wait for an operator. */
export async function listUnmatchedDeposits(ctx: OperatorCtx) {
  const kinds = ['unmatched_deposit', 'reverted_deposit', 'repeated_deposit'] as const
  const pages = []
  for (const kind of kinds) pages.push(await listExceptions(ctx, { kind, page: 1 }))
  const items = pages.flatMap((page) => page.items.map(subjectOf))
  return { items, total: pages.reduce((sum, { total }) => sum + total, 0) }
}

function subjectOf(one: ExceptionView): UnmatchedDepositView {
  if (!('decisions' in one.subject)) throw new Error(`${one.kind} is no deposit`)
  return one.subject
}

/** The booked balance of a platform account in one currency. */
export async function bookedUnits(kind: PlatformAccount, currency: Currency): Promise<bigint> {
  const [row] = await db()
    .select({ units: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.kind, kind), eq(ledgerAccounts.currency, currency)))
  return row?.units ?? 0n
}

export function depositsAt(walletId: string | null) {
  return db()
    .select()
    .from(deposits)
    .where(eq(deposits.walletId, walletId ?? ''))
}
