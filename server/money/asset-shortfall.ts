import { formatAmount } from './amount'
import type { Shortfall } from './shortfall'

/** Base units of one asset. `availableUnits` may be below zero, where more is claimed than there is. */
export type ShortUnits = { neededUnits: bigint; availableUnits: bigint }

type Asset = {
  /** Null for the chain's native coin. */
  tokenAddress: string | null
  decimals: number
}

/** The symbols of a chain's assets. */
type Names = { nativeSymbol: string; tokens: readonly { address: string; symbol: string }[] }

/** The figures of a shortage in whole units of the asset, under its symbol. */
export function assetShortfall(
  chain: Names,
  { tokenAddress, decimals }: Asset,
  { neededUnits, availableUnits }: ShortUnits,
): Shortfall {
  const supported = chain.tokens.find(({ address }) => address === tokenAddress)
  return {
    unit: tokenAddress === null ? chain.nativeSymbol : (supported?.symbol ?? 'tokens'),
    needed: formatAmount(neededUnits, decimals),
    available: formatAmount(availableUnits > 0n ? availableUnits : 0n, decimals),
  }
}
