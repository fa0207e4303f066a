'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

/** What the form of a transfer is made of, once it is all there, and the query that failed where one did. */
export function useSendFacts(projectId: string, enabled: boolean) {
  const trpc = useTRPC()
  const wallets = useQuery(trpc.wallets.list.queryOptions({ projectId, page: 1 }, { enabled }))
  const chains = useQuery(trpc.wallets.chains.queryOptions({ projectId }, { enabled }))
  const overview = useQuery(trpc.projects.overview.queryOptions({ projectId }, { enabled }))
  const failed = [wallets, chains, overview].find(({ error }) => error !== null)
  if (!wallets.data || !chains.data || !overview.data) return { facts: null, failed }
  const usable = wallets.data.items.filter(
    ({ isActive, boundProjectId }) => isActive && (boundProjectId === null || boundProjectId === projectId),
  )
  return { facts: { wallets: usable, chains: chains.data, overview: overview.data }, failed }
}
