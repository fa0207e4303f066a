import type { Currency, PlatformAccount } from '@/db/schema'
import type { Leg } from '@/server/ledger/journal'

/** Received money, for journals. */
export type ReceivedMoney = {
  provider: string
  currency: Currency
  units: bigint
  feeUnits: bigint
  /** In kobo at the rate of the journal. */
  valueMinor: bigint
}

/** The purchase of a payment, in kobo and micro-dollars. */
type PurchaseAmounts = {
  businessId: string
  purpose: 'SUBSCRIPTION' | 'WALLET_TOPUP'
  amountMinor: bigint
  amountUsdMicros: bigint
  creditMinor: bigint
  /** The amount paid beyond the price, and the credit for it in the balance. */
  surplusMinor: bigint
  surplusMicros: bigint
}

/** Legs for money that a provider received and owes to the platform; no business owns it yet. */
export function receiveLegs({ provider, currency, units }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: sourceAccountOf(provider, currency), units: -units },
    { currency, kind: 'suspense', units },
  ]
}

/** Legs for the fee that the provider kept; the platform bears it. */
export function feeLegs({ provider, currency, feeUnits }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: sourceAccountOf(provider, currency), units: feeUnits },
    { currency, kind: 'fees', units: -feeUnits },
  ]
}

/** Legs that turn the receipts of a payment into its purchase, and a surplus into dollars of the business. */
export function applyLegs(receipts: readonly ReceivedMoney[], bought: PurchaseAmounts): Leg[] {
  const dueMinor = bought.amountMinor + bought.surplusMinor
  const valuedMinor = receipts.reduce((sum, { valueMinor }) => sum + valueMinor, 0n)
  return mergeLegs([
    ...receipts.flatMap(spendLegs),
    // Tokens that complete their account may be worth a kobo less than requested, because values are rounded down.
    { currency: 'NGN', kind: 'fx', units: valuedMinor - dueMinor },
    ...boughtLegs(bought),
    ...dollarLegs(bought.businessId, bought.surplusMinor, bought.surplusMicros),
  ])
}

/** Legs that credit a receipt to the balance of a business, in dollars. */
export function creditLegs(receipt: ReceivedMoney, businessId: string, micros: bigint): Leg[] {
  return mergeLegs([...spendLegs(receipt), ...dollarLegs(businessId, receipt.valueMinor, micros)])
}

/** Legs that turn the charge of a renewal into its purchase. */
export function chargeLegs({ businessId, ...bought }: PurchaseAmounts): Leg[] {
  const { amountMinor, amountUsdMicros } = bought
  return mergeLegs([
    { businessId, currency: 'USD', kind: 'available', units: -amountUsdMicros },
    { currency: 'USD', kind: 'fx', units: amountUsdMicros },
    { currency: 'NGN', kind: 'fx', units: -amountMinor },
    ...boughtLegs({ businessId, ...bought }),
  ])
}

/** Takes the naira value of a receipt out of suspense. */
function spendLegs({ currency, units, valueMinor }: ReceivedMoney): Leg[] {
  const spent: Leg = { currency, kind: 'suspense', units: -units }
  if (currency === 'NGN') return [spent]
  return [spent, { currency, kind: 'fx', units }, { currency: 'NGN', kind: 'fx', units: -valueMinor }]
}

function boughtLegs({ purpose, businessId, amountMinor, amountUsdMicros, creditMinor }: PurchaseAmounts): Leg[] {
  if (purpose === 'WALLET_TOPUP') return dollarLegs(businessId, amountMinor, amountUsdMicros)
  return [
    { currency: 'NGN', kind: 'revenue', units: amountMinor + creditMinor },
    { currency: 'NGN', kind: 'revenue.proration', units: -creditMinor },
  ]
}

function dollarLegs(businessId: string, minor: bigint, micros: bigint): Leg[] {
  return [
    { currency: 'NGN', kind: 'fx', units: minor },
    { currency: 'USD', kind: 'fx', units: -micros },
    { businessId, currency: 'USD', kind: 'available', units: micros },
  ]
}

/** The account of the platform that received money is booked from. */
export function sourceAccountOf(provider: string, currency: Currency): PlatformAccount {
  return currency.includes(':') ? `chain.${currency.split(':')[0]}_deposits` : `psp.${provider}`
}

/** Merges legs, because an entry is unique by journal and account. */
export function mergeLegs(legs: readonly Leg[]): Leg[] {
  const merged = new Map<string, Leg>()
  for (const leg of legs) {
    const key = [leg.businessId ?? '', leg.currency, leg.kind].join(' ')
    const existing = merged.get(key)
    merged.set(key, existing ? { ...existing, units: existing.units + leg.units } : leg)
  }
  return [...merged.values()].filter(({ units }) => units !== 0n)
}
