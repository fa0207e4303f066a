'use client'

import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { TreasuryCard } from './treasury-card'

const REFRESH_MS = 30_000

/** What the platform pays gas with, chain by chain, and for how long it lasts. */
export function Treasury() {
  const trpc = useTRPC()
  const query = useQuery(trpc.platform.listTreasury.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  return (
    <Page
      title="Treasury"
      description="Balances as the chains say now. Spending is fees and gas given to customers' wallets; the runway takes the higher rate of the last day and the last week."
    >
      <QueryList
        cards
        query={query}
        empty={
          <EmptyState icon={<Landmark aria-hidden />} title="No chain is served yet">
            Give a chain an RPC endpoint; its wallets appear here.
          </EmptyState>
        }
      >
        {(chains) => chains.map((chain) => <TreasuryCard key={chain.chainId} chain={chain} />)}
      </QueryList>
    </Page>
  )
}
