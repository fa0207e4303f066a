'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import type { ChainView } from '@/schemas/wallets/contract'

const STALE_AFTER_MS = 300_000

/** The chains of a project, which seldom change; undefined until they are known. */
export function useChains(projectId: string): readonly ChainView[] | undefined {
  const trpc = useTRPC()
  return useQuery(trpc.wallets.listChains.queryOptions({ projectId }, { staleTime: STALE_AFTER_MS })).data
}

/** One of them; undefined until it is known. */
export function useChain(projectId: string, chainId: number): ChainView | undefined {
  return useChains(projectId)?.find((chain) => chain.chainId === chainId)
}
