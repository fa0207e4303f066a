import type { Chain } from '@/server/chains/registry'
import { usdMicrosUp } from '@/server/money/usd'

/** The nominal price of a coin without a price, in USD times 10^8, so that its use counts as well. */
const NOMINAL_PRICE_E8 = 100n * 10n ** 8n

/**
 * The cost of sponsored gas, in micro-dollars rounded up, at the price stored with the transaction. A test coin has the
 * price of the mainnet coin with its symbol; without any price a nominal one is used.
 */
export function sponsoredMicrosOf(
  { nativeDecimals }: Pick<Chain, 'nativeDecimals'>,
  units: bigint,
  priceE8: bigint | null,
): bigint {
  return usdMicrosUp(units, nativeDecimals, priceE8 ?? NOMINAL_PRICE_E8)
}
