import type { KnownChain } from '@/schemas/chains/settings/contract'

/** What viem's list of chains says of an id; null where it has none. The list is loaded when it is first asked. */
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
