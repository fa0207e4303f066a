import type { Chain } from '@/server/chains/registry'
import { usdMicrosUp } from '@/server/money/usd'

/** USD of a coin without a price, times 10^8: what it buys counts all the same. */
const NOMINAL_PRICE_E8 = 100n * 10n ** 8n

/**
 * What sponsored gas counts for, in micro-dollars rounded up: at the price written down with the transaction, a test
 * coin at that of the mainnet's coin of its symbol; where neither has one, at a nominal price.
 */
export function sponsoredMicrosOf(
  { nativeDecimals }: Pick<Chain, 'nativeDecimals'>,
  units: bigint,
  priceE8: bigint | null,
): bigint {
  return usdMicrosUp(units, nativeDecimals, priceE8 ?? NOMINAL_PRICE_E8)
}
