import { readFromChain } from '@/server/chains/read-from-chain'
import type { Chain } from '@/server/chains/registry'
import { capValue, usdMicrosDown, usdMicrosUp } from '@/server/money/usd'
import { findPrice, requirePrice } from '@/server/prices/find-price'
import { sponsoredMicrosOf } from '@/server/sponsorship/sponsored-micros'
import type { Quote } from '@/server/transactions/intent'

/** An amount of an asset; `symbol` null if the platform does not know it. */
export type MovedAmount = { symbol: string | null; decimals: number; units: bigint }

type QuoteInput = {
  chain: Chain
  moved: readonly MovedAmount[]
  /** Stored with the transaction; null if the engine determines it. */
  gasLimit: bigint | null
  /** Returns the worst-case fee in native units; called only if the business pays. */
  worstFee: () => Promise<bigint>
  /** The fee if the platform pays, if it is known without waiting. */
  sponsoredFee: () => Promise<bigint>
}

/**
 * The current cost and value of an intent. Throws unavailable if the business pays and there is no fresh price or fee.
 */
export async function quoteIntent({ chain, moved, gasLimit, worstFee, sponsoredFee }: QuoteInput): Promise<Quote> {
  const valueUsdMicros = await worthOf(moved)
  if (chain.gasPolicy === 'sponsored') {
    const price = await findPrice(chain.nativeSymbol)
    const sponsoredMicros = sponsoredMicrosOf(chain, await sponsoredFee(), price?.priceE8 ?? null)
    return quoteOf({ gasLimit, valueUsdMicros, feeHoldMicros: 0n, worstFeeUnits: null, sponsoredMicros }, price)
  }
  const price = await requirePrice(chain.nativeSymbol)
  const worstFeeUnits = await readFromChain(worstFee)
  const feeHoldMicros = usdMicrosUp(worstFeeUnits, chain.nativeDecimals, price.priceE8)
  return quoteOf({ gasLimit, valueUsdMicros, feeHoldMicros, worstFeeUnits, sponsoredMicros: 0n }, price)
}

type Price = Awaited<ReturnType<typeof findPrice>>

function quoteOf(rest: Omit<Quote, 'nativePriceE8' | 'priceAt'>, price: Price): Quote {
  return { ...rest, nativePriceE8: price?.priceE8 ?? null, priceAt: price?.at ?? null }
}

/** Null as soon as one of the assets has no price. */
async function worthOf(moved: readonly MovedAmount[]): Promise<bigint | null> {
  let micros = 0n
  for (const { symbol, decimals, units } of moved) {
    // In an unknown contract, zero may be the id of an item (ERC-721) instead of an amount.
    if (units === 0n && symbol !== null) continue
    const price = symbol === null ? null : await findPrice(symbol)
    if (!price) return null
    micros += usdMicrosDown(units, decimals, price.priceE8)
  }
  return capValue(micros)
}
