'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { explorerUrl } from '@/components/wallets/explorer-url'

/** Where a chain's explorer shows an address or a transaction; null until chains are known. */
export function useExplorer(projectId: string, chainId: number) {
  const trpc = useTRPC()
  const { data: chains } = useQuery(trpc.wallets.listChains.queryOptions({ projectId }))
  const chain = chains?.find((one) => one.chainId === chainId)
  return (path: `tx/${string}` | `address/${string}`) => explorerUrl(chain, path)
}
