import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import {
  depositAccounts,
  paymentReceipts,
  paymentRefunds,
  payments,
  subscriptionReminders,
  subscriptions,
} from '@/db/schema'
import type { WorkerCtx } from '@/server/ctx'
import { setRate } from './set-rate'

type Owner = { businessId: string; projectId: string }

/**
 * A payment that waits, with an account, money that came and money that goes back; and a reminder. Returns the
 * payment's id.
 */
export async function fillPayments({ db }: WorkerCtx, { businessId, projectId }: Owner): Promise<string> {
  const [paymentId, accountId, receiptId] = [newId(), newId(), newId()]
  const [rateId, at] = [await setRate(), new Date()]
  const watched = { expiryAt: at, watchUntil: at }
  await db.insert(payments).values({
    ...{ id: paymentId, businessId, projectId, purpose: 'WALLET_TOPUP', change: 'TOPUP', ...watched, rateId },
    ...{ amountMinor: 1_550n, amountUsdMicros: 10_000n, ngnPerUsdE8: 1_550_00000000n, createdBy: 'test' },
    ...{ paymentRef: `PAY-${paymentId}`, reference: `SLP-${accountId}` },
  })
  await db.insert(depositAccounts).values({
    ...{ id: accountId, businessId, paymentId, kind: 'FIAT', provider: 'sandbox', reference: `SLP-${accountId}` },
    ...{ expectedUnits: 1_550n, currency: 'NGN', ...watched },
  })
  const money = { currency: 'NGN', units: 5n } as const
  await db.insert(paymentReceipts).values({
    ...{ id: receiptId, businessId, paymentId, accountId, provider: 'sandbox', providerTxnId: receiptId },
    ...{ ...money, valueMinor: 5n, outcome: 'HELD', paidAt: at },
  })
  await db.insert(paymentRefunds).values({
    ...{
      businessId,
      paymentId,
      receiptId,
      provider: 'sandbox',
      to: 'PROVIDER',
      ...money,
      reference: `RFD-${receiptId}`,
    },
    ...{ reason: 'test', requestedBy: 'test' },
  })
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.businessId, businessId)).limit(1)
  if (!subscription) throw new Error('the tenant has no subscription')
  const { id: subscriptionId, endDate } = subscription
  await db
    .insert(subscriptionReminders)
    .values({ businessId, subscriptionId, endDate, daysBefore: 7 })
    .onConflictDoNothing()
  return paymentId
}
