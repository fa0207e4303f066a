import { listChains } from '@/server/chains/registry'
import type { ChainView } from './contract'

/** The chains wallets can transfer on, each with the tokens known by symbol. */
export async function listSupportedChains(): Promise<ChainView[]> {
  const chains = await listChains()
  return chains
    .toSorted((a, b) => a.chainId - b.chainId)
    .map((chain) => ({
      chainId: chain.chainId,
      code: chain.code,
      name: chain.name,
      chainType: chain.chainType,
      network: chain.network,
      nativeSymbol: chain.nativeSymbol,
      nativeDecimals: chain.nativeDecimals,
      explorerUrl: chain.explorerUrl,
      gasPolicy: chain.gasPolicy,
      isAvailable: chain.rpcUrls.length > 0,
      tokens: chain.tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals })),
    }))
}
