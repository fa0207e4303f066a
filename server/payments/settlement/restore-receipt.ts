import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentReceipts } from '@/db/schema'
import type { ReceiptOutcome } from '@/schemas/payments/words'
import type { OperatorCtx } from '@/server/ctx'
import { postJournals } from '@/server/ledger/post-journals'
import type { ReceiptRow } from './lock-payment'
import { reverseLegs } from './reverse-legs'

/** Whether the platform bore the loss of a receipt's money: the payer kept what it bought. */
export function isBorne({ outcome, decision }: { outcome: ReceiptOutcome; decision: string | null }): boolean {
  return outcome === 'REVERSED' && decision?.startsWith('bear:') === true
}

/** Whether it was restored before: the journal of the first loss remains, so another one needs another name. */
export function wasRestored({ decision }: { decision: string | null }): boolean {
  return decision?.startsWith('same:') === true
}

/** `depositId`: by which the money came again. */
type Restored = { receipt: ReceiptRow; depositId: string; reason: string; createdBy: string }

/**
 * The money of a receipt that the platform bore is there after all: the receipt stands again, and the loss is none. The
 * receipt is locked.
 */
export async function restoreReceipt(ctx: OperatorCtx, restored: Restored): Promise<void> {
  const { receipt, depositId, reason, createdBy } = restored
  // Only crediting leaves a rate on a receipt.
  const outcome = receipt.rateId === null ? 'SETTLED' : 'CREDITED'
  await ctx.db
    .update(paymentReceipts)
    .set({ outcome, decidedBy: createdBy, decision: `same: ${reason}`, updatedAt: ctx.now() })
    .where(eq(paymentReceipts.id, receipt.id))
  const journal = {
    ...{ id: newId(), businessId: receipt.businessId, kind: 'receive' as const, reason, createdBy },
    reference: { type: 'deposit' as const, id: depositId },
  }
  const lost = reverseLegs(receipt, { of: 'platform' })
  await postJournals(ctx.db, [{ journal, legs: lost.map((leg) => ({ ...leg, units: -leg.units })) }])
}
