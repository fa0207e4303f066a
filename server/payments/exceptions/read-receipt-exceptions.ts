import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { depositAccounts, paymentReceipts } from '@/db/schema'
import type { ReceiptExceptionView } from '@/schemas/payments/exceptions/contract'
import { toReceiptException } from './view'

/** The receipts among these that wait for an operator, in no order. */
export async function readReceiptExceptions(db: Database, ids: readonly string[]): Promise<ReceiptExceptionView[]> {
  const rows = await db
    .select({
      receipt: paymentReceipts,
      account: { tokenSymbol: depositAccounts.tokenSymbol, decimals: depositAccounts.decimals },
    })
    .from(paymentReceipts)
    .leftJoin(depositAccounts, eq(depositAccounts.id, paymentReceipts.accountId))
    .where(and(inArray(paymentReceipts.id, [...ids]), eq(paymentReceipts.outcome, 'SUSPENSE')))
  return rows.map(({ receipt, account }) => toReceiptException(receipt, account))
}
