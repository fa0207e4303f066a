import { and, asc, eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositAccounts, paymentReceipts, paymentRefunds } from '@/db/schema'

/** A payment's accounts, receipts and refunds. Throws for a row that cannot be valid instead of leaving it out. */
export async function readPaymentMoney(
  db: Database,
  { businessId, paymentId }: { businessId: string; paymentId: string },
) {
  const accounts = await db
    .select()
    .from(depositAccounts)
    .where(and(eq(depositAccounts.businessId, businessId), eq(depositAccounts.paymentId, paymentId)))
    .orderBy(asc(depositAccounts.id))
  const receipts = await db
    .select()
    .from(paymentReceipts)
    .where(and(eq(paymentReceipts.businessId, businessId), eq(paymentReceipts.paymentId, paymentId)))
    .orderBy(asc(paymentReceipts.receivedAt), asc(paymentReceipts.id))
  const refunds = await db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.businessId, businessId), eq(paymentRefunds.paymentId, paymentId)))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
  return {
    accounts,
    receipts,
    refunds,
  }
}
