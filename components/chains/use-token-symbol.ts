'use client'

import { useChain } from './use-chains'

/** The symbol of a token that the platform knows on this chain; null of others, and until the chains are loaded. */
export function useTokenSymbol(projectId: string, chainId: number, address: string | undefined): string | null {
  const supported = useChain(projectId, chainId)?.tokens.find((token) => token.address === address)
  return supported?.symbol ?? null
}
