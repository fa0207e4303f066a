'use client'

import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { TreasuryCard } from './treasury-card'

const REFRESH_MS = 30_000

/** The gas wallets of the platform by chain, and how long their balances last. */
export function Treasury() {
  const trpc = useTRPC()
  const query = useQuery(trpc.platform.listTreasury.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <Page
      title="Treasury"
      description="Balances are read from the chains now. Spending is fees and gas top-ups of customer wallets. The runway uses the higher spending rate of the last day and the last week."
    >
      <QueryList
        cards
        query={query}
        empty={
          <EmptyState icon={<Landmark aria-hidden />} title="No chains yet">
            Add an RPC endpoint to a chain. Its wallets then appear here.
          </EmptyState>
        }
      >
        {(chains) => chains.map((chain) => <TreasuryCard key={chain.chainId} chain={chain} />)}
      </QueryList>
    </Page>
  )
}
