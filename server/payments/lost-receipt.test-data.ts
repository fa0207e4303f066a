import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentReceipts } from '@/db/schema'
import { workerCtx } from '@/server/ctx'
import { receiveMoney } from './settlement/receive-money'

/** Receives naira that name no account of ours. Returns the id of their receipt. */
export async function lostReceipt(units = 5n): Promise<string> {
  const providerTxnId = newId()
  const money = { provider: 'sandbox', providerTxnId, currency: 'NGN', units, feeUnits: 0n } as const
  await receiveMoney(workerCtx(), { ...money, account: null, paidAt: new Date() })
  const [row] = await workerCtx()
    .db.select({ id: paymentReceipts.id })
    .from(paymentReceipts)
    .where(eq(paymentReceipts.providerTxnId, providerTxnId))
  if (!row) throw new Error('no receipt')
  return row.id
}
