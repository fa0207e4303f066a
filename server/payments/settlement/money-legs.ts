import type { Currency, PlatformAccount } from '@/db/schema'
import type { Leg } from '@/server/ledger/journal'

/** What came in, as journals move it. */
export type ReceivedMoney = {
  provider: string
  currency: Currency
  units: bigint
  feeUnits: bigint
  /** Kobo at the rate of the journal. */
  valueMinor: bigint
}

/** What a payment buys, in kobo and micro-dollars. */
export type Bought = {
  businessId: string
  purpose: 'SUBSCRIPTION' | 'WALLET_TOPUP'
  amountMinor: bigint
  amountUsdMicros: bigint
  creditMinor: bigint
  /** What is over, and what it is worth in the balance. */
  surplusMinor: bigint
  surplusMicros: bigint
}

/** The provider owes it to us; no business has it yet. */
export function receiveLegs({ provider, currency, units }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: broughtBy(provider, currency), units: -units },
    { currency, kind: 'suspense', units },
  ]
}

/** What the provider kept: ours to bear. */
export function feeLegs({ provider, currency, feeUnits }: ReceivedMoney): Leg[] {
  return [
    { currency, kind: broughtBy(provider, currency), units: feeUnits },
    { currency, kind: 'fees', units: -feeUnits },
  ]
}

/** What came for a payment becomes what it buys; what is over becomes dollars of the business. */
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

/** What came goes to the balance of a business, in dollars. */
export function creditLegs(receipt: ReceivedMoney, businessId: string, micros: bigint): Leg[] {
  return mergeLegs([...spendLegs(receipt), ...dollarLegs(businessId, receipt.valueMinor, micros)])
}

/** What a renewal takes from the balance becomes what it buys. */
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
