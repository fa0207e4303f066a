import { koboOfUsdDown, type NgnPerUsdE8, rescaleDown, usdOfKoboDown } from '@/server/money/fx'

/** The peg of a currency; null for naira, whose units are kobo. */
export type Pegged = { peg: 'USD' | 'NGN'; decimals: number } | null

const KOBO_DECIMALS = 2
const MICRO_DECIMALS = 6

/** The value of units in kobo at a rate, rounded down. */
export function koboOf(units: bigint, pegged: Pegged, rate: NgnPerUsdE8): bigint {
  if (pegged === null) return units
  if (pegged.peg === 'NGN') return rescaleDown(units, { from: pegged.decimals, to: KOBO_DECIMALS })
  return koboOfUsdDown(microsOf(units, pegged, rate), rate)
}

/** The value of units in micro-dollars at a rate, rounded down. */
export function microsOf(units: bigint, pegged: Pegged, rate: NgnPerUsdE8): bigint {
  if (pegged?.peg === 'USD') return rescaleDown(units, { from: pegged.decimals, to: MICRO_DECIMALS })
  return usdOfKoboDown(koboOf(units, pegged, rate), rate)
}
