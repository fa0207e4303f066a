import type { AssetPrice } from '@/schemas/prices/contract'
import { listChains } from '@/server/chains/registry'
import { findPrice } from './find-price'

/** The present prices of the coins and known tokens of all chains, without those that have none. */
export async function listAssetPrices(): Promise<AssetPrice[]> {
  const chains = await listChains()
  const symbols = chains.flatMap(({ nativeSymbol, tokens }) => [nativeSymbol, ...tokens.map(({ symbol }) => symbol)])
  const found = await Promise.all(
    [...new Set(symbols)].map(async (symbol) => ({ symbol, price: await findPrice(symbol) })),
  )
  return found.flatMap(({ symbol, price }) => (price ? [{ symbol, priceE8: price.priceE8 }] : []))
}
