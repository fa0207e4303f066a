import { and, asc, eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { depositAccounts, paymentReceipts, payments, plans, subscriptions } from '@/db/schema'
import { type Tenant, workerCtx } from '@/server/ctx'
import { requireRate } from '@/server/fx/require-rate'
import { createTenant } from '@/server/testing/create-tenant'
import { setRate } from '@/server/testing/set-rate'
import { receiveMoney } from './settlement/receive-money'

export const HOUR_MS = 3_600_000
export const RATE_E8 = 1_550_00000000n

const db = () => workerCtx().db

export type Payer = Tenant & { projectId: string }

/** A project without a subscription, and a rate for prices. */
export async function createPayer(): Promise<Payer> {
  const payer = await createTenant()
  await db().delete(subscriptions).where(eq(subscriptions.businessId, payer.businessId))
  await setRate(RATE_E8)
  return payer
}

/** A worker with a stopped clock. */
export function workerAt(at: Date) {
  return { ...workerCtx(), now: () => at }
}

type PlanRequest = { priceMinor: bigint; productId?: number }

/** Creates a plan whose month costs `priceMinor` kobo. */
export async function createPlanAt({ priceMinor, productId = 1 }: PlanRequest): Promise<number> {
  const [plan] = await db()
    .insert(plans)
    .values({
      productId,
      name: `Plan ${newId()}`,
      description: 'A plan of one test',
      priceMonthlyMinor: priceMinor,
      capabilities: ['wallet.hd.read'],
      createdBy: 'test',
    })
    .returning({ id: plans.id })
  if (!plan) throw new Error('the plan was not written')
  return plan.id
}

type OpenPayment = { paymentId: string; accountIds: [string, ...string[]]; expiryAt: Date }

/** A pending top-up of 20 dollars, with this number of bank accounts. */
export async function openTopUp(
  payer: Payer,
  { now = new Date(), accounts = 1 }: { now?: Date; accounts?: number } = {},
): Promise<OpenPayment> {
  const rate = await requireRate(workerAt(now))
  const paymentId = newId()
  const [expiryAt, watchUntil] = [new Date(now.getTime() + HOUR_MS / 2), new Date(now.getTime() + 25 * HOUR_MS)]
  const { businessId, projectId } = payer
  await db()
    .insert(payments)
    .values({
      ...{ id: paymentId, businessId, projectId, purpose: 'WALLET_TOPUP', change: 'TOPUP', expiryAt, watchUntil },
      ...{ amountMinor: 3_100_000n, amountUsdMicros: 20_000_000n, rateId: rate.id, ngnPerUsdE8: rate.ngnPerUsdE8 },
      ...{ paymentRef: `PAY-${paymentId}`, reference: `SLP-${paymentId}-0`, createdBy: 'test' },
      ...{ createdAt: now },
    })
  const [first = newId(), ...rest] = Array.from({ length: accounts }, newId)
  const accountIds: [string, ...string[]] = [first, ...rest]
  await db()
    .insert(depositAccounts)
    .values(
      accountIds.map((id, n) => ({
        ...{ id, businessId, paymentId, kind: 'FIAT' as const, provider: 'sandbox', status: 'OPEN' as const },
        ...{ reference: `SLP-${paymentId}-${n}`, expectedUnits: 3_100_000n, currency: 'NGN' as const },
        ...{ expiryAt, watchUntil, accountNumber: '9000000001', providerRef: `bank-${id}` },
      })),
    )
  return { paymentId, accountIds, expiryAt }
}

type Money = { accountId: string | null; units: bigint; paidAt: Date; txn?: string; now?: Date; feeUnits?: bigint }

/** Books naira that arrive at an account of the sandbox bank. */
export function pay({ accountId, units, paidAt, txn = newId(), now = paidAt, feeUnits = 0n }: Money): Promise<void> {
  const account = accountId === null ? null : { id: accountId }
  const money = { provider: 'sandbox', providerTxnId: txn, currency: 'NGN', units, feeUnits, paidAt } as const
  return receiveMoney(workerAt(now), { account, ...money })
}

export async function readPayment(id: string) {
  const [row] = await db().select().from(payments).where(eq(payments.id, id))
  if (!row) throw new Error('no payment')
  return row
}

export function receiptsOf(paymentId: string) {
  return db()
    .select()
    .from(paymentReceipts)
    .where(eq(paymentReceipts.paymentId, paymentId))
    .orderBy(asc(paymentReceipts.id))
}

export function subscriptionsOf({ businessId, projectId }: Payer) {
  return db()
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.businessId, businessId), eq(subscriptions.projectId, projectId)))
    .orderBy(asc(subscriptions.id))
}
