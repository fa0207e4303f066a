'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { toUnits, type Units } from './to-units'

/** Names of chains and of what is moved on them, for the pages of a project. */
export function useUnit(projectId: string): Units {
  const trpc = useTRPC()
  const { data: chains } = useQuery(trpc.wallets.listChains.queryOptions({ projectId }, { staleTime: 300_000 }))
  return toUnits((chainId) => chains?.find((chain) => chain.chainId === chainId))
}
