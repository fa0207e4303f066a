'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryState } from 'nuqs'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { SubscriptionTable } from './subscription-table'

const REFRESH_MS = 15_000

/** The subscriptions of the project one works in. */
export function SubscriptionHistory({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [page, setPage] = useQueryState('page', parseAsPage)
  const query = useQuery(
    trpc.subscriptions.listHistory.queryOptions(
      { projectId, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <SubscriptionTable
      query={query}
      paymentHref={(paymentId) => paths.payment(projectId, paymentId)}
      onPage={setPage}
    />
  )
}
