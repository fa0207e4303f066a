import type { Leg } from '@/server/ledger/journal'
import { broughtBy, type ReceivedMoney } from './money-legs'

/** Who bears the loss when booked money never came. For money in suspense it is `nobody`. */
export type Loss = { of: 'nobody' | 'platform' } | { of: 'business'; businessId: string; micros: bigint }

/**
 * Money that was booked and is not there: what brought it owes it no more. Journals of a business's loss name the rate.
 */
export function reverseLegs({ provider, currency, units }: ReceivedMoney, loss: Loss): Leg[] {
  const gone: Leg = { currency, kind: broughtBy(provider, currency), units }
  switch (loss.of) {
    case 'nobody':
      return [gone, { currency, kind: 'suspense', units: -units }]
    case 'platform':
      return [gone, { currency, kind: 'fees.reverted', units: -units }]
    case 'business':
      return [
        gone,
        { currency, kind: 'fx', units: -units },
        { currency: 'USD', kind: 'fx', units: loss.micros },
        { businessId: loss.businessId, currency: 'USD', kind: 'available', units: -loss.micros },
      ]
    default:
      return loss satisfies never
  }
}
