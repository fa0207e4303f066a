'use client'

import { useQuery } from '@tanstack/react-query'
import { DeliveryCounts } from '@/components/destinations/delivery-counts'
import { DESTINATION_DISPLAYS } from '@/components/destinations/destination-state'
import { EventNames } from '@/components/destinations/event-names'
import { ENDPOINT_PAUSE_TEXTS } from '@/components/indexer/indexer-displays'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'
import { DeleteEndpoint } from './delete-endpoint'
import { EditEndpoint } from './edit-endpoint'
import { MessageTable } from './message-table'
import { RecoverMessages } from './recover-messages'
import { RotateEndpointSecret } from './rotate-endpoint-secret'
import { SwitchEndpoint } from './switch-endpoint'
import { TestEndpoint } from './test-endpoint'

const REFRESH_MS = 5_000

/** One webhook endpoint: its subscribed events, its state, and each delivery. */
export function EndpointDetail({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.webhooks.getEndpoint.queryOptions({ projectId, endpointId }, { refetchInterval: REFRESH_MS }),
  )
  return (
    <QueryPage
      query={query}
      title="Webhook endpoint"
      breadcrumbs={[{ label: 'Webhook endpoints', href: paths.webhookEndpoints(projectId) }]}
      head={(endpoint) => ({
        title: <span className="break-all font-mono">{new URL(endpoint.url).host}</span>,
        badge: <StateBadge state={endpoint.status} displays={DESTINATION_DISPLAYS} />,
        actions: (
          <>
            <SwitchEndpoint projectId={projectId} endpoint={endpoint} />
            <RecoverMessages projectId={projectId} endpointId={endpointId} />
            <TestEndpoint projectId={projectId} endpoint={endpoint} />
            <EditEndpoint projectId={projectId} endpoint={endpoint} />
            <RotateEndpointSecret projectId={projectId} endpointId={endpointId} />
            <DeleteEndpoint projectId={projectId} endpointId={endpointId} />
          </>
        ),
      })}
    >
      {(endpoint) => (
        <>
          {endpoint.pausedBecause ? (
            <Alert tone={endpoint.pausedBecause === 'asked' ? 'neutral' : 'warning'}>
              {ENDPOINT_PAUSE_TEXTS[endpoint.pausedBecause]}
            </Alert>
          ) : null}
          <DeliveryCounts
            of={endpoint}
            href={`${paths.webhooks(projectId)}?search=${encodeURIComponent(endpoint.url)}`}
          />
          <Card title="Endpoint">
            <EndpointFacts endpoint={endpoint} />
          </Card>
          <Card title="Deliveries" flush>
            <MessageTable projectId={projectId} endpointId={endpointId} flush />
          </Card>
        </>
      )}
    </QueryPage>
  )
}

/** The URL of an endpoint, and the events it is subscribed to. */
function EndpointFacts({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { id, url, events, description, createdAt, lastDeliveryAt } = endpoint
  return (
    <KeyValueList
      items={[
        { label: 'URL', value: <Address value={url} kind="URL" full /> },
        { label: 'Events', value: <EventNames events={events} /> },
        { label: 'Description', value: description, hidden: description === '' },
        { label: 'ID', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
        { label: 'Last attempt', value: <Time value={lastDeliveryAt} fallback="None yet" /> },
      ]}
    />
  )
}
