import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { paymentReceipts, payments } from '@/db/schema'
import { notFound } from '@/server/errors'
import { type LockedPayment, lockPayment, type ReceiptRow } from '@/server/payments/settlement/lock-payment'

export type LockedReceipt = { receipt: ReceiptRow; locked: LockedPayment | null }

/**
 * Locks a receipt after its payment. All code locks in this order: project, payment, subscription, receipt. Throws
 * not_found.
 */
export async function lockReceipt(db: Database, receiptId: string): Promise<LockedReceipt> {
  const [found] = await db
    .select({ paymentId: paymentReceipts.paymentId, projectId: payments.projectId })
    .from(paymentReceipts)
    .leftJoin(payments, eq(payments.id, paymentReceipts.paymentId))
    .where(eq(paymentReceipts.id, receiptId))
  const { paymentId = null, projectId = null } = found ?? {}
  const locked = paymentId && projectId ? await lockPayment(db, { paymentId, projectId }) : null
  const [receipt] = await db.select().from(paymentReceipts).where(eq(paymentReceipts.id, receiptId)).for('update')
  if (!receipt) throw notFound('Receipt')
  return { receipt, locked }
}
