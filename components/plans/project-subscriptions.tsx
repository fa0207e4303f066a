'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SubscriptionTable } from '@/components/billing/subscription-table'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { toMetadata } from '@/server/text/metadata-pair'

/** The subscriptions of a project of any business. */
export function ProjectSubscriptions({ businessId, projectId }: { businessId: string; projectId: string }) {
  const trpc = useTRPC()
  const [{ page, search, metadata }, setFilter] = useState({ page: 1, search: '', metadata: '' })
  const input = { businessId, projectId, page, search: search || undefined, metadata: toMetadata(metadata) }
  const query = useQuery(
    trpc.subscriptions.listHistoryOfProject.queryOptions(input, { placeholderData: keepPreviousData }),
  )
  return (
    <SubscriptionTable
      query={query}
      paymentHref={paths.operatorPayment}
      filter={{ search, metadata }}
      onFilter={(filter) => setFilter({ ...filter, page: 1 })}
      onPage={(next) => setFilter({ search, metadata, page: next })}
    />
  )
}
