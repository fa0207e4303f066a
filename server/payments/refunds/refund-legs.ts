import type { Currency, PlatformAccount } from '@/db/schema'
import type { Leg } from '@/server/ledger/journal'
import { mergeLegs } from '@/server/payments/settlement/money-legs'
import type { Parts, RefundSource } from './plan-refund'

/** The money of a refund, by the account it is taken from. */
export type RefundMoney = Parts & {
  businessId: string
  provider: string
  currency: Currency
  units: bigint
  source: RefundSource
}

/**
 * Legs that reserve the money, so that nothing else can use it: dollars of the business in `reserved`, the rest in
 * `refunds`.
 */
export function holdLegs(money: RefundMoney): Leg[] {
  const { businessId, currency, balanceMicros } = money
  const [from, units] = outsideOf(money)
  return mergeLegs([
    { currency, kind: from, units: -units },
    { currency, kind: 'refunds', units },
    { businessId, currency: 'USD', kind: 'available', units: -balanceMicros },
    { businessId, currency: 'USD', kind: 'reserved', units: balanceMicros },
  ])
}

/** Legs that undo the reservation of a failed refund: all money returns to its accounts. */
export function releaseLegs(money: RefundMoney): Leg[] {
  return holdLegs(money).map((leg) => ({ ...leg, units: -leg.units }))
}

/** Legs of a refund that the provider paid: it owes the platform that much less. */
export function paidLegs(money: RefundMoney): Leg[] {
  const { businessId, provider, currency, units, balanceMinor, balanceMicros } = money
  const [, outside] = outsideOf(money)
  return mergeLegs([
    { currency, kind: 'refunds', units: -outside },
    { businessId, currency: 'USD', kind: 'reserved', units: -balanceMicros },
    { currency: 'USD', kind: 'fx', units: balanceMicros },
    { currency, kind: 'fx', units: -balanceMinor },
    { currency, kind: `psp.${provider}`, units },
  ])
}

/** Legs that turn the price of a plan into dollars of the business. */
export function toBalanceLegs({ businessId, currency, revenueMinor }: RefundMoney, micros: bigint): Leg[] {
  return mergeLegs([
    { currency, kind: 'revenue', units: -revenueMinor },
    { currency, kind: 'fx', units: revenueMinor },
    { currency: 'USD', kind: 'fx', units: -micros },
    { businessId, currency: 'USD', kind: 'available', units: micros },
  ])
}

/** The part of a refund that is not from the balance, with the account that holds it. */
function outsideOf({ source, units, revenueMinor }: RefundMoney): [PlatformAccount, bigint] {
  return source === 'SUSPENSE' ? ['suspense', units] : ['revenue', revenueMinor]
}
