import type { Leg } from '@/server/ledger/journal'
import { type ReceivedMoney, sourceAccountOf } from './money-legs'

/** The party that bears the loss of reverted money; `nobody` if it was in suspense. */
export type LossBearer = { of: 'nobody' | 'platform' } | { of: 'business'; businessId: string; micros: bigint }

/**
 * Legs for booked money that was reversed: its source owes the platform that much less. A journal with a loss of a
 * business names the rate.
 */
export function reverseLegs({ provider, currency, units }: ReceivedMoney, loss: LossBearer): Leg[] {
  const sourceLeg: Leg = { currency, kind: sourceAccountOf(provider, currency), units }
  switch (loss.of) {
    case 'nobody':
      return [sourceLeg, { currency, kind: 'suspense', units: -units }]
    case 'platform':
      return [sourceLeg, { currency, kind: 'fees.reverted', units: -units }]
    case 'business':
      return [
        sourceLeg,
        { currency, kind: 'fx', units: -units },
        { currency: 'USD', kind: 'fx', units: loss.micros },
        { businessId: loss.businessId, currency: 'USD', kind: 'available', units: -loss.micros },
      ]
    default:
      return loss satisfies never
  }
}
