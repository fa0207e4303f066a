import { and, eq, sql } from 'drizzle-orm'
import { type Database, prepareStatement } from '@/db/client'
import { paymentReceipts } from '@/db/schema'
import { faultPoint } from '@/server/fault-point'
import type { ReceiptRow } from './lock-payment'

/** Another transaction stored the same receipt meanwhile. If the work is repeated, it finds the stored one. */
export class ReceiptStoredError extends Error {
  override readonly name = 'ReceiptStoredError'
}

const selectKnown = prepareStatement((db) =>
  db
    .select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .where(
      and(
        eq(paymentReceipts.provider, sql.placeholder('provider')),
        eq(paymentReceipts.providerTxnId, sql.placeholder('providerTxnId')),
      ),
    )
    .prepare('known-receipt'),
)

/** Whether the receipt is stored. After the payment is locked, no other process stores it for that payment. */
export async function isReceiptStored(
  db: Database,
  key: Pick<ReceiptRow, 'provider' | 'providerTxnId'>,
): Promise<boolean> {
  return (await selectKnown(db, key)).length > 0
}

const insertOnce = prepareStatement((db) =>
  db
    .insert(paymentReceipts)
    .values({
      id: sql.placeholder('id'),
      businessId: sql.placeholder('businessId'),
      paymentId: sql.placeholder('paymentId'),
      accountId: sql.placeholder('accountId'),
      provider: sql.placeholder('provider'),
      providerTxnId: sql.placeholder('providerTxnId'),
      currency: sql.placeholder('currency'),
      units: sql.placeholder('units'),
      valueMinor: sql.placeholder('valueMinor'),
      feeUnits: sql.placeholder('feeUnits'),
      paidAt: sql.placeholder('paidAt'),
      outcome: sql.placeholder('outcome'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .onConflictDoNothing({ target: [paymentReceipts.provider, paymentReceipts.providerTxnId] })
    .returning({ id: paymentReceipts.id })
    .prepare('new-receipt'),
)

/** Stores a receipt; the query is sent at the call. False if it is stored already. */
export async function storeReceipt(db: Database, row: ReceiptRow): Promise<boolean> {
  const stored = await insertOnce(db, row)
  faultPoint('receipt-after-insert')
  return stored.length > 0
}

/** Stores a receipt that the caller knows to be new. */
export async function storeNew(db: Database, row: ReceiptRow): Promise<void> {
  if (!(await storeReceipt(db, row)))
    throw new ReceiptStoredError(`receipt ${row.provider} ${row.providerTxnId} was stored`)
}
