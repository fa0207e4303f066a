import type { AssetBalance, WalletBalances, WalletWorth } from '@/schemas/wallets/balances/contract'
import type { Chain } from '@/server/chains/registry'
import { formatAmount, parseUnits, toSafeInteger } from '@/server/money/amount'
import { formatUsd, usdMicrosDown } from '@/server/money/usd'
import type { Holdings } from './holdings'

const USD_DECIMALS = 6

/** A chain with its balances, null if it did not answer, including the platform's coins by address. */
export type ChainHoldings = {
  chain: Chain
  holdings: Holdings | null
  platformUnits: ReadonlyMap<string, bigint>
}
/** USD of one whole unit times 10^8, by symbol. */
export type Prices = ReadonlyMap<string, bigint>

export function toWalletBalances(address: string, found: readonly ChainHoldings[], prices: Prices): WalletBalances {
  const read = found.map((each) => ({ ...each, assets: assetsOf(each, address) }))
  return {
    address,
    chains: read.flatMap(({ chain: { chainId, network }, holdings, assets }) => {
      if (!holdings || !assets) return []
      const blockNumber = toSafeInteger(holdings.blockNumber)
      return [{ chainId, network, blockNumber, assets: assets.flatMap((asset) => toAssetBalance(asset, prices)) }]
    }),
    unavailable: read.flatMap(({ chain: { chainId, network }, assets }) => {
      if (!assets) return [{ chainId, network, tokenAddress: null }]
      return assets.flatMap(({ units, tokenAddress }) => (units === null ? [{ chainId, network, tokenAddress }] : []))
    }),
  }
}

/** `units` is the whole balance, and `platformUnits` the part of it that belongs to the platform. */
type Asset = {
  symbol: string
  tokenAddress: string | null
  decimals: number
  units: bigint | null
  platformUnits: bigint
  isPriced: boolean
}

function assetsOf({ chain, holdings, platformUnits }: ChainHoldings, address: string): Asset[] | null {
  const held = holdings?.ofAddress.get(address)
  if (!held) return null
  const coin = { symbol: chain.nativeSymbol, address: null, decimals: chain.nativeDecimals }
  return [coin, ...chain.tokens].map((token, n) => {
    const { symbol, address: tokenAddress, decimals } = token
    const ofPlatform = tokenAddress === null ? (platformUnits.get(address) ?? 0n) : 0n
    return {
      symbol,
      tokenAddress,
      decimals,
      units: held[n] ?? null,
      platformUnits: ofPlatform,
      isPriced: !('isIssued' in token),
    }
  })
}

function toAssetBalance(asset: Asset, prices: Prices): AssetBalance[] {
  if (asset.units === null) return []
  const { symbol, tokenAddress, decimals } = asset
  const ownUnits = asset.units - asset.platformUnits
  const units = ownUnits > 0n ? ownUnits : 0n
  const platformUnits = asset.units - units
  const price = asset.isPriced ? prices.get(symbol) : undefined
  return [
    {
      symbol,
      tokenAddress,
      decimals,
      amount: formatAmount(units, decimals),
      units: units.toString(),
      platformUnits: platformUnits.toString(),
      valueUsd: price === undefined ? null : formatUsd(usdMicrosDown(units, decimals, price)),
    },
  ]
}

/**
 * The value of a wallet by its balances. On mainnets, `isPartial` is set if a balance is unknown or has no price. On
 * test networks, this is the value that the assets would have on a mainnet.
 */
export function toWorth(walletId: string, { chains, unavailable }: WalletBalances): WalletWorth {
  const assetsOn = (network: 'MAINNET' | 'TESTNET') =>
    chains.filter((chain) => chain.network === network).flatMap(({ assets }) => assets)
  const real = assetsOn('MAINNET')
  const isMissing = unavailable.some(({ network }) => network === 'MAINNET')
  const isPartial = isMissing || real.some(({ valueUsd, units }) => valueUsd === null && units !== '0')
  return { walletId, valueUsd: sumUsd(real), isPartial, testnetUsd: sumUsd(assetsOn('TESTNET')) }
}

function sumUsd(assets: readonly AssetBalance[]): string {
  return formatUsd(assets.reduce((sum, { valueUsd }) => sum + microsOf(valueUsd), 0n))
}

function microsOf(valueUsd: string | null): bigint {
  const parsed = parseUnits(valueUsd ?? '0', USD_DECIMALS)
  return 'units' in parsed ? parsed.units : 0n
}
