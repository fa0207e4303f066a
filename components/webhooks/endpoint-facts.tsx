import { EventNames } from '@/components/destinations/event-names'
import { Address } from '@/components/ui/address'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import type { WebhookEndpointView } from '@/schemas/webhooks/destinations/contract'

/** Where an endpoint is, and what it listens to. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { id, url, events, description, createdAt, lastDeliveryAt } = endpoint
  return (
    <KeyValueList
      items={[
        { label: 'URL', value: <span className="break-all font-mono text-[0.8125rem]">{url}</span> },
        { label: 'Events', value: <EventNames events={events} /> },
        { label: 'Description', value: description, hidden: description === '' },
        { label: 'Id', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
        { label: 'Last attempt', value: <Time value={lastDeliveryAt} fallback="None yet" /> },
      ]}
    />
  )
}
