import { type NgnPerUsdE8, usdOfKoboUp } from '@/server/money/fx'
import { expectedUnits, type Peg } from './expected-units'

type Left = {
  /**
   * The amount that this account was opened for, in base units. `heldUnits` is the part that arrived here and waits.
   */
  expectedUnits: bigint
  heldUnits: bigint
  /** Null for naira, whose base units are kobo. */
  pegged: { peg: Peg; decimals: number } | null
  /** The amount that the payment still lacks, in kobo at its rate. */
  leftMinor: bigint
  rate: NgnPerUsdE8
}

/**
 * The amount that one account still has to receive to complete the payment, in its base units. Less than its own rest
 * if another account received money.
 */
export function remainingUnits({ expectedUnits: expected, heldUnits, pegged, leftMinor, rate }: Left): bigint {
  const amountUsdMicros = usdOfKoboUp(leftMinor, rate)
  const missing = pegged ? expectedUnits({ amountMinor: leftMinor, amountUsdMicros, ...pegged }) : leftMinor
  const unfilled = expected > heldUnits ? expected - heldUnits : 0n
  return missing < unfilled ? missing : unfilled
}
