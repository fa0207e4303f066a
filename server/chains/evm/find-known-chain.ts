import type { KnownChain } from '@/schemas/chains/settings/contract'

/** The entry of an id in viem's list of chains; null if there is none. The list is loaded at the first call. */
export async function findKnownChain(chainId: number): Promise<KnownChain | null> {
  const all = await import('viem/chains')
  const found = Object.values(all).find(({ id }) => id === chainId)
  if (!found) return null
  return {
    name: found.name,
    nativeSymbol: found.nativeCurrency.symbol,
    explorerUrl: 'blockExplorers' in found ? (found.blockExplorers?.default.url ?? '') : '',
    network: 'testnet' in found && found.testnet ? 'TESTNET' : 'MAINNET',
  }
}
