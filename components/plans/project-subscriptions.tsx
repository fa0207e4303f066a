'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SubscriptionTable } from '@/components/billing/subscription-table'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'

/** The subscriptions of a project of any business. */
export function ProjectSubscriptions({ businessId, projectId }: { businessId: string; projectId: string }) {
  const trpc = useTRPC()
  const [{ page, search }, setFilter] = useState({ page: 1, search: '' })
  const asked = { businessId, projectId, page, search: search || undefined }
  const query = useQuery(
    trpc.subscriptions.listHistoryOfProject.queryOptions(asked, { placeholderData: keepPreviousData }),
  )
  return (
    <SubscriptionTable
      query={query}
      paymentHref={paths.operatorPayment}
      search={search}
      onSearch={(text) => setFilter({ search: text, page: 1 })}
      onPage={(next) => setFilter({ search, page: next })}
    />
  )
}
