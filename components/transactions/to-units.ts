import { chainLabel } from '@/components/chains/chain-label'
import type { TransactionView } from '@/schemas/transactions/contract'
import { exactAmount, groupDigits } from '@/server/money/display-amount'
import { fromBaseUnits } from './from-base-units'
import { type AssetMove, type MovedAsset, movedAsset } from './moved-asset'

/** The names of a chain, its coin and its tokens. */
type ChainUnits = {
  name: string
  network?: 'MAINNET' | 'TESTNET'
  nativeSymbol: string
  nativeDecimals: number
  tokens: readonly { symbol: string; address: string; decimals: number }[]
}

type Asset = Pick<TransactionView, 'chainId' | 'tokenAddress'>

export type Units = {
  unitOf: (asset: Asset) => string
  movedOf: (moved: AssetMove) => MovedAsset
  chainName: (chainId: number) => string
  /** A fee in the chain's own coin, or in base units while the chain is not known. */
  feeOf: (fee: { chainId: number; units: string }) => string
}

/** The names of chains and their assets, as far as the platform knows them. */
export function toUnits(find: (chainId: number) => ChainUnits | undefined): Units {
  return {
    unitOf: ({ chainId, tokenAddress }) => {
      const chain = find(chainId)
      if (!tokenAddress) return chain?.nativeSymbol ?? 'native'
      return (
        chain?.tokens.find((token) => token.address.toLowerCase() === tokenAddress.toLowerCase())?.symbol ?? 'tokens'
      )
    },
    movedOf: (moved) => {
      const chain = find(moved.chainId)
      return movedAsset(moved, chain?.nativeSymbol ?? 'native', chain?.tokens ?? [])
    },
    chainName: (chainId) => {
      const chain = find(chainId)
      if (!chain) return `Chain ${chainId}`
      return chain.network ? chainLabel({ name: chain.name, network: chain.network }) : chain.name
    },
    feeOf: ({ chainId, units }) => {
      const chain = find(chainId)
      if (!chain) return `${groupDigits(units)} base units`
      const amount = fromBaseUnits(units, chain.nativeDecimals)
      // A no-break space, so that a phone does not part the unit from its amount.
      return `${exactAmount(amount)}\u00a0${chain.nativeSymbol}`
    },
  }
}
