import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { newId } from '@/db/new-id'
import { paymentReceipts } from '@/db/schema'
import type { PaymentException } from '@/schemas/payments/words'
import { faultPoint } from '@/server/fault-point'
import type { Posting } from '@/server/ledger/post-journals'
import type { NgnPerUsdE8 } from '@/server/money/fx'
import type { ReceiptRow } from './lock-payment'
import { creditLegs } from './money-legs'
import { koboOf, microsOf, type Pegged } from './value-of'

type CreditRequest = {
  /** The business whose balance is credited. */
  businessId: string
  receipt: ReceiptRow
  pegged: Pegged
  rate: { id: string; ngnPerUsdE8: NgnPerUsdE8 }
  exceptions: readonly PaymentException[]
  reason: string
  createdBy: string
}

/** Credits received money to the balance, in dollars at a rate. The caller posts the journal, after all row locks. */
export async function creditReceipt(db: Database, request: CreditRequest, now: Date): Promise<Posting> {
  const { businessId, receipt, pegged, rate, exceptions, reason, createdBy } = request
  const valueMinor = koboOf(receipt.units, pegged, rate.ngnPerUsdE8)
  const creditedMicros = microsOf(receipt.units, pegged, rate.ngnPerUsdE8)
  await db
    .update(paymentReceipts)
    .set({
      outcome: 'CREDITED',
      businessId,
      valueMinor,
      creditedMicros,
      rateId: rate.id,
      exceptions: [...new Set([...receipt.exceptions, ...exceptions])],
      updatedAt: now,
    })
    .where(eq(paymentReceipts.id, receipt.id))
  faultPoint('credit-after-receipt')
  const journal = {
    id: newId(),
    businessId,
    kind: 'credit',
    reference: { type: 'receipt', id: receipt.id },
    rateId: rate.id,
    reason,
    createdBy,
  } as const
  return { journal, legs: creditLegs({ ...receipt, valueMinor }, businessId, creditedMicros) }
}
