'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

/** The first wallets that a project may send from, of those that match. */
export function usableWallets(projectId: string, search = '') {
  return { projectId, search: search.slice(0, 120) || undefined, usable: true, page: 1 }
}

type SendRequest = {
  enabled: boolean
  /** The wallet that the form was opened for. */
  walletId: string | null
}

/** The data that the transfer form needs, once all of it is loaded, and the query that failed if one did. */
export function useSendFacts(projectId: string, { enabled, walletId }: SendRequest) {
  const trpc = useTRPC()
  const wallets = useQuery(trpc.wallets.list.queryOptions(usableWallets(projectId), { enabled }))
  const chains = useQuery(trpc.wallets.listChains.queryOptions({ projectId }, { enabled }))
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }, { enabled }))
  const asked = useQuery(
    trpc.wallets.get.queryOptions(
      { projectId, walletId: walletId ?? '' },
      { enabled: enabled && walletId !== null, retry: false },
    ),
  )
  // The wallet of the latest deposit can send, so the form starts with it. Without deposits the form opens all the
  // same.
  const deposits = useQuery(trpc.deposits.list.queryOptions({ projectId, page: 1 }, { enabled }))
  const failed = [wallets, chains, overview].find(({ error }) => error !== null)
  if (!wallets.data || !chains.data || !overview.data || deposits.isPending || asked.isLoading)
    return { facts: null, failed }
  const { items } = wallets.data
  const funded = deposits.data?.items.find(({ walletId }) => items.some(({ id }) => id === walletId))
  const wanted = asked.data?.isActive ? asked.data : undefined
  const first = wanted ?? items.find(({ id }) => id === funded?.walletId) ?? items[0]
  return { facts: { first, chains: chains.data, overview: overview.data }, failed }
}
