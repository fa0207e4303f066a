import { eq } from 'drizzle-orm'
import { newId } from '@/db/new-id'
import { paymentReceipts } from '@/db/schema'
import type { ReceiptOutcome } from '@/schemas/payments/words'
import type { OperatorCtx } from '@/server/ctx'
import { postJournals } from '@/server/ledger/post-journals'
import type { ReceiptRow } from './lock-payment'
import { reverseLegs } from './reverse-legs'

/** Whether the platform bore the loss of a receipt, so that the payer kept the purchase. */
export function isLossBorneByPlatform({
  outcome,
  decision,
}: {
  outcome: ReceiptOutcome
  decision: string | null
}): boolean {
  return outcome === 'REVERSED' && decision?.startsWith('bear:') === true
}

/** Whether it was restored before. The journal of the first loss stays, so a second one needs another reference. */
export function wasRestored({ decision }: { decision: string | null }): boolean {
  return decision?.startsWith('same:') === true
}

/** `depositId`: the deposit by which the money arrived again. */
type Restored = { receipt: ReceiptRow; depositId: string; reason: string; createdBy: string }

/**
 * Restores a locked receipt whose loss the platform bore, because its money arrived again. A journal undoes the loss.
 */
export async function restoreReceipt(ctx: OperatorCtx, restored: Restored): Promise<void> {
  const { receipt, depositId, reason, createdBy } = restored
  // Only credited receipts have a rate.
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
