import { listChains } from '@/server/chains/registry'

/** Every EVM chain that is served: a wallet made a moment ago may be paid before a job comes by again. */
export async function findWatchedChains(): Promise<{ chainId: number }[]> {
  const chains = await listChains()
  return chains.flatMap(({ chainId, chainType, rpcUrls }) =>
    chainType === 'EVM' && rpcUrls.length > 0 ? [{ chainId }] : [],
  )
}
