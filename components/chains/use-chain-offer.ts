'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { type OfferedChain, offeredChains } from './offered-chains'

type ChainOffer = <T extends OfferedChain>(chains: readonly T[]) => T[]

/** Leaves the chains that a form of the project offers. */
export function useChainOffer(projectId: string, options: { mainnetsFirst?: boolean } = {}): ChainOffer {
  const trpc = useTRPC()
  // The layout has loaded it, so nothing suspends here.
  const { testnetsOnly, networks } = useSuspenseQuery(trpc.projects.get.queryOptions({ projectId })).data
  return (chains) => offeredChains(chains, { testnetsOnly, networks, ...options })
}
