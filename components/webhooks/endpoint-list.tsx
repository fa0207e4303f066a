'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Cable } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { deliveryColumns } from '@/components/destinations/delivery-columns'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import type { WebhookEndpointView, WithFailing } from '@/schemas/webhooks/destinations/contract'
import { endpointFilter } from './endpoint-filter'
import { NewEndpoint } from './new-endpoint'

const COLUMNS: readonly TableColumn<WithFailing<WebhookEndpointView>>[] = [
  {
    id: 'url',
    header: 'Endpoint',
    cell: ({ url, events, description }) => (
      <span className="block py-1">
        <span className="block max-w-44 truncate font-mono text-[0.8125rem] list-sm:max-w-80">{url}</span>
        <span className="block max-w-44 truncate font-normal text-[0.8125rem] text-muted-foreground list-sm:max-w-80">
          {description || events.join(', ')}
        </span>
      </span>
    ),
  },
  ...deliveryColumns<WithFailing<WebhookEndpointView>>(),
]

/** The project's webhook endpoints, newest first. */
export function EndpointList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [{ page }, setFilter] = useQueryStates(endpointFilter)
  const endpoints = useQuery(
    trpc.webhooks.listEndpoints.queryOptions({ projectId, page }, { placeholderData: keepPreviousData }),
  )
  return (
    <QueryTable
      label="Webhook endpoints"
      columns={COLUMNS}
      query={endpoints}
      rowKey={(row) => row.id}
      rowHref={(row) => paths.webhookEndpoint(projectId, row.id)}
      onPage={(next) => setFilter({ page: next })}
      empty={
        <EmptyState
          icon={<Cable aria-hidden />}
          title="No webhook endpoints yet"
          action={
            <>
              <NewEndpoint projectId={projectId} />
              <CallLink operation="createWebhookEndpoint" />
            </>
          }
        >
          Add a URL to receive the outcome of every transaction. Deliveries are signed and retried.
        </EmptyState>
      }
    />
  )
}
