import { and, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { type BusinessAccount, businesses, type Currency, ledgerAccounts, type PlatformAccount } from '@/db/schema'
import { inWorker, type Tenant, workerCtx } from '@/server/ctx'
import { findRate } from '@/server/fx/require-rate'
import { setFixedRate } from '@/server/fx/set-fixed-rate'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'
import { createTenant } from '@/server/testing/create-tenant'
import type { Leg } from './journal'
import { type LedgerFault, ledgerDrift } from './ledger-drift'
import { postJournal } from './post-journals'
import { hold, raiseHold, releaseHold, settleHolds } from './single-holds.test-data'

export const ABOUT = { reason: 'For a test', createdBy: 'system:test' }
export const CNGN = '8453:0x46C85152bFe9f96829aA94755D9f915F9B10EF5F' satisfies Currency

const db = () => workerCtx().db

/** A business with a balance in a currency. */
export async function createHolder(units: bigint, currency: Currency = 'NGN'): Promise<Tenant> {
  const tenant = await createTenant()
  if (units > 0n) await receive(tenant, currency, units)
  return tenant
}

/** Posts a credit of a business, at the current rate if it exchanges currencies. */
export async function post(businessId: string, legs: Leg[]): Promise<boolean> {
  const rateId = legs.some(({ kind }) => kind === 'fx') ? await rateOfTests() : undefined
  const journal = { ...ABOUT, id: newId(), businessId, kind: 'credit', reference: null, rateId } as const
  return (await postJournal(db(), { journal, legs })).isCovered
}

async function rateOfTests(): Promise<string> {
  const rate = await findRate(workerCtx())
  return rate?.id ?? setFixedRate(db(), { ngnPerUsdE8: 1_600_00000000n, createdBy: ABOUT.createdBy })
}

/** Posts money of a business that arrived through a provider. */
export function receive({ businessId }: Tenant, currency: Currency, units: bigint): Promise<boolean> {
  return post(businessId, [
    { businessId, currency, kind: 'available', units },
    { currency, kind: 'psp.sandbox', units: -units },
  ])
}

/** The verbs for one payment of a business; hold and raise return whether it was covered. */
export function heldBy({ businessId }: Tenant, currency: Currency = 'NGN', id = newId()) {
  const about = { ...ABOUT, businessId, reference: { type: 'payment', id } as const }
  return {
    id,
    hold: async (units: bigint) => (await hold(db(), { ...about, currency, units })).isCovered,
    raise: async (units: bigint) => (await raiseHold(db(), { ...about, currency, units })).isCovered,
    settle: async (units: bigint) =>
      (await settleHolds(db(), [{ ...about, units, to: { currency, kind: 'revenue.test' } }])).get(id),
    release: () => releaseHold(db(), { ...about, currency }),
  }
}

/** The outcome of each promise: its value, or `refused` if it threw. */
export async function outcomesOf(work: Promise<unknown>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(work)
  return settled.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : 'refused'))
}

/** The ledger faults of these businesses. */
export async function driftOf(...owners: Tenant[]): Promise<LedgerFault[]> {
  const ids = owners.map(({ businessId }) => businessId)
  return (await ledgerDrift(db())).filter((fault) => ids.includes(fault.businessId))
}

/** The platform's own business, which owns its accounts. */
export async function createPlatform(): Promise<void> {
  await inWorker(({ db }) =>
    db
      .insert(businesses)
      .values({ id: PLATFORM_BUSINESS_ID, name: 'Platform', slug: 'platform', kind: 'platform' })
      .onConflictDoNothing(),
  )
}

/** The units in an account of a business or (null) of the platform. */
export async function unitsOf(
  owner: Tenant | null,
  currency: Currency,
  kind: BusinessAccount | PlatformAccount,
): Promise<bigint> {
  const [account] = await workerCtx()
    .db.select({ units: ledgerAccounts.balanceUnits })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.businessId, owner?.businessId ?? PLATFORM_BUSINESS_ID),
        eq(ledgerAccounts.currency, currency),
        eq(ledgerAccounts.kind, kind),
      ),
    )
  return account?.units ?? 0n
}
