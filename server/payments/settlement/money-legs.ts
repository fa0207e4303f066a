import type { Currency, PlatformAccount } from '@/db/schema'
import type { Leg } from '@/server/ledger/journal'

/** Received money, as journals move it. */
export type ReceivedMoney = {
  provider: string
  currency: Currency
  units: bigint
  feeUnits: bigint
  /** Kobo at the rate of the journal. */
  valueMinor: bigint
}

/** The purchase that a payment pays for, in kobo and micro-dollars. */
export type Bought = {
  businessId: string
  purpose: 'SUBSCRIPTION' | 'WALLET_TOPUP'
  amountMinor: bigint
  amountUsdMicros: bigint
  creditMinor: bigint
  /** The amount paid beyond the price, and the credit for it in the balance. */
  surplusMinor: bigint
  surplusMicros: bigint
}

/** Money that a provider received and now owes to the platform; no business owns it yet. */
export function receiveLegs({ provider, currency, units }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: broughtBy(provider, currency), units: -units },
    { currency, kind: 'suspense', units },
  ]
}

/** The fee that the provider kept; the platform bears it. */
export function feeLegs({ provider, currency, feeUnits }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: broughtBy(provider, currency), units: feeUnits },
    { currency, kind: 'fees', units: -feeUnits },
  ]
}

/** Turns the receipts of a payment into its purchase; a surplus becomes dollars of the business. */
export function applyLegs(receipts: readonly ReceivedMoney[], bought: Bought): Leg[] {
  const dueMinor = bought.amountMinor + bought.surplusMinor
  const valuedMinor = receipts.reduce((sum, { valueMinor }) => sum + valueMinor, 0n)
  return mergeLegs([
    ...receipts.flatMap(spendLegs),
    // Tokens that fill their account may be worth a kobo less than asked once rounded down.
    { currency: 'NGN', kind: 'fx', units: valuedMinor - dueMinor },
    ...boughtLegs(bought),
    ...dollarLegs(bought.businessId, bought.surplusMinor, bought.surplusMicros),
  ])
}

/** Credits a receipt to the balance of a business, in dollars. */
export function creditLegs(receipt: ReceivedMoney, businessId: string, micros: bigint): Leg[] {
  return mergeLegs([...spendLegs(receipt), ...dollarLegs(businessId, receipt.valueMinor, micros)])
}

/** Turns the charge of a renewal on the balance into its purchase. */
export function chargeLegs({ businessId, ...bought }: Bought): Leg[] {
  const { amountMinor, amountUsdMicros } = bought
  return mergeLegs([
    { businessId, currency: 'USD', kind: 'available', units: -amountUsdMicros },
    { currency: 'USD', kind: 'fx', units: amountUsdMicros },
    { currency: 'NGN', kind: 'fx', units: -amountMinor },
    ...boughtLegs({ businessId, ...bought }),
  ])
}

/** Naira of a receipt without an owner, taken out of suspense. */
function spendLegs({ currency, units, valueMinor }: ReceivedMoney): Leg[] {
  const spent: Leg = { currency, kind: 'suspense', units: -units }
  if (currency === 'NGN') return [spent]
  return [spent, { currency, kind: 'fx', units }, { currency: 'NGN', kind: 'fx', units: -valueMinor }]
}

function boughtLegs({ purpose, businessId, amountMinor, amountUsdMicros, creditMinor }: Bought): Leg[] {
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

/** The account of the platform from which received money is booked. */
export function broughtBy(provider: string, currency: Currency): PlatformAccount {
  return currency.includes(':') ? `chain.${currency.split(':')[0]}_deposits` : `psp.${provider}`
}

/** One leg for each account: an entry is one by journal and account. */
export function mergeLegs(legs: readonly Leg[]): Leg[] {
  const merged = new Map<string, Leg>()
  for (const leg of legs) {
    const key = [leg.businessId ?? '', leg.currency, leg.kind].join(' ')
    const known = merged.get(key)
    merged.set(key, known ? { ...known, units: known.units + leg.units } : leg)
  }
  return [...merged.values()].filter(({ units }) => units !== 0n)
}
