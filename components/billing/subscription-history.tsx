'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { parseAsMetadata } from '@/components/filters/parse-as-metadata'
import { parseAsPage } from '@/components/filters/parse-as-page'
import { parseAsText } from '@/components/filters/parse-as-text'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { toMetadata } from '@/server/text/metadata-pair'
import { SubscriptionTable } from './subscription-table'

const REFRESH_MS = 15_000
const FILTER = { page: parseAsPage, search: parseAsText.withDefault(''), metadata: parseAsMetadata }

/** The subscriptions of the project one works in. */
export function SubscriptionHistory({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ page, search, metadata }, setFilter] = useQueryStates(FILTER)
  const query = useQuery(
    trpc.subscriptions.listHistory.queryOptions(
      { projectId, page, search: search || undefined, metadata: toMetadata(metadata) },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <SubscriptionTable
      query={query}
      paymentHref={(paymentId) => paths.payment(projectId, paymentId)}
      filter={{ search, metadata }}
      onFilter={(next) => setFilter({ search: next.search || null, metadata: next.metadata || null, page: null })}
      onPage={(next) => setFilter({ page: next })}
    />
  )
}
