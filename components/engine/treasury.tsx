'use client'

import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { Page } from '@/components/layout/page'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { TreasuryCard } from './treasury-card'

const REFRESH_MS = 30_000

/** What the platform pays gas with, chain by chain, and for how long it lasts. */
export function Treasury() {
  const trpc = useTRPC()
  const query = useQuery(trpc.treasury.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  const { data } = query
  return (
    <Page
      title="Treasury"
      description="Balances as the chains say now. Spending is fees and gas given to customers' wallets; the runway takes the higher rate of the last day and the last week."
    >
      {query.error ? <QueryError query={query} /> : null}
      {query.isPending ? (
        <Card>
          <Skeleton className="h-48" />
        </Card>
      ) : null}
      {data?.length === 0 ? (
        <Card>
          <EmptyState icon={<Landmark aria-hidden />} title="No chain is served yet">
            Give a chain an RPC endpoint; its wallets appear here.
          </EmptyState>
        </Card>
      ) : null}
      {data?.map((chain) => (
        <TreasuryCard key={chain.chainId} chain={chain} />
      ))}
    </Page>
  )
}
