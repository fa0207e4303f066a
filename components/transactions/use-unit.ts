'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import type { TransactionView } from '@/server/transactions/contract'
import { fromBaseUnits } from './from-base-units'

type Moved = Pick<TransactionView, 'chainId' | 'tokenAddress'>

/** Names of chains and of what is moved on them, as far as the platform knows them. */
export function useUnit(projectId: string): {
  unitOf: (moved: Moved) => string
  chainName: (chainId: number) => string
  /** A fee in the chain's own coin, or in base units while the chain is not known. */
  feeOf: (fee: { chainId: number; units: string }) => string
} {
  const trpc = useTRPC()
  const { data: chains } = useQuery(trpc.wallets.chains.queryOptions({ projectId }, { staleTime: 300_000 }))
  const find = (chainId: number) => chains?.find((chain) => chain.chainId === chainId)
  return {
    unitOf: ({ chainId, tokenAddress }) => {
      const chain = find(chainId)
      if (!tokenAddress) return chain?.nativeSymbol ?? 'native'
      return (
        chain?.tokens.find((token) => token.address.toLowerCase() === tokenAddress.toLowerCase())?.symbol ?? 'tokens'
      )
    },
    chainName: (chainId) => find(chainId)?.name ?? `Chain ${chainId}`,
    feeOf: ({ chainId, units }) => {
      const chain = find(chainId)
      return chain ? `${fromBaseUnits(units, chain.nativeDecimals)} ${chain.nativeSymbol}` : `${units} base units`
    },
  }
}
