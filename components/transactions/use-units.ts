'use client'

import { useChains } from '@/components/chains/use-chains'
import { toUnits, type Units } from './to-units'

/** The names of chains and their assets, for the pages of a project. */
export function useUnits(projectId: string): Units {
  const chains = useChains(projectId)
  return toUnits((chainId) => chains?.find((chain) => chain.chainId === chainId))
}
