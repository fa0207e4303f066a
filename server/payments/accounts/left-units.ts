import { type NgnPerUsdE8, usdOfKoboUp } from '@/server/money/fx'
import { expectedUnits, type Peg } from './expected-units'

type Left = {
  /** What this account was opened for, and what of it came here and waits: base units. */
  expectedUnits: bigint
  heldUnits: bigint
  /** Null of naira, which are kobo. */
  pegged: { peg: Peg; decimals: number } | null
  /** What the payment still lacks: kobo at its rate. */
  leftMinor: bigint
  rate: NgnPerUsdE8
}

/**
 * What has to come to one account for the payment to be whole, in its base units; less where money came to another
 * account.
 */
export function leftUnits({ expectedUnits: asked, heldUnits, pegged, leftMinor, rate }: Left): bigint {
  const amountUsdMicros = usdOfKoboUp(leftMinor, rate)
  const lacking = pegged ? expectedUnits({ amountMinor: leftMinor, amountUsdMicros, ...pegged }) : leftMinor
  const unfilled = asked > heldUnits ? asked - heldUnits : 0n
  return lacking < unfilled ? lacking : unfilled
}
