import { newId } from '@/db/new-id'
import type { Posting } from '@/server/ledger/post-journals'
import { type NgnPerUsdE8, rescaleDown } from '@/server/money/fx'
import type { PaymentRow, ReceiptRow } from './lock-payment'
import { creditLegs } from './money-legs'
import { koboOf, microsOf, type Pegged } from './value-of'

const KOBO_DECIMALS = 2

/** Units of a receipt with their value in kobo. */
type ReceiptPart = { units: bigint; valueMinor: bigint }

/**
 * The part of the completing receipt that is above the bound of the quoted rate; null if there is none. Dollar tokens
 * have no bound, because they are worth the same dollars at any rate.
 */
export function excessPart({ units, valueMinor }: ReceiptRow, pegged: Pegged, aboveMinor: bigint): ReceiptPart | null {
  if (aboveMinor === 0n || pegged?.peg === 'USD') return null
  const unitsAbove = excessUnits(aboveMinor, pegged)
  // Naira have the same value at every rate.
  const part = { units: unitsAbove, valueMinor: koboOf(unitsAbove, pegged, 1n) }
  return part.units > 0n && part.units < units && part.valueMinor < valueMinor ? part : null
}

/** The units of a receipt that are worth this amount in kobo above the bound. */
export function excessUnits(aboveMinor: bigint, pegged: Pegged): bigint {
  return pegged ? rescaleDown(aboveMinor, { from: KOBO_DECIMALS, to: pegged.decimals }) : aboveMinor
}

type Above = { receipt: ReceiptRow; above: ReceiptPart; pegged: Pegged; rate: { id: string; ngnPerUsdE8: NgnPerUsdE8 } }

/** The posting that credits the part above the bound to the balance, in dollars at the given rate. */
export function excessPosting(payment: PaymentRow, { receipt, above, pegged, rate }: Above): Posting {
  const { businessId, paymentRef } = payment
  const journal = {
    id: newId(),
    businessId,
    kind: 'credit',
    reference: { type: 'receipt', id: receipt.id },
    rateId: rate.id,
    reason: `${paymentRef} was overpaid by more than its amount`,
    createdBy: 'system:settlement',
  } as const
  const micros = microsOf(above.units, pegged, rate.ngnPerUsdE8)
  return { journal, legs: creditLegs({ ...receipt, ...above }, businessId, micros) }
}
