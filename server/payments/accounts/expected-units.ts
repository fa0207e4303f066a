import { rescaleUp } from '@/server/money/fx'

const NGN_DECIMALS = 2
const USD_DECIMALS = 6
/** The maximum of decimals in a requested amount, even if the token has more. */
const MAX_DECIMALS = 6

/** The currency that a token is pegged to: one token is worth one unit of it. */
export type Peg = 'USD' | 'NGN'

type Owed = { amountMinor: bigint; amountUsdMicros: bigint; peg: Peg; decimals: number }

/**
 * Base units of a token that a payer owes for a quote (spec 4.6, rule 3): the naira amount of a naira token, the dollar
 * amount of a dollar token. They are rounded up to the token's decimals, of which at most six are used.
 */
export function expectedUnits({ amountMinor, amountUsdMicros, peg, decimals }: Owed): bigint {
  const shown = Math.min(decimals, MAX_DECIMALS)
  const units =
    peg === 'NGN'
      ? rescaleUp(amountMinor, { from: NGN_DECIMALS, to: shown })
      : rescaleUp(amountUsdMicros, { from: USD_DECIMALS, to: shown })
  return rescaleUp(units, { from: shown, to: decimals })
}
