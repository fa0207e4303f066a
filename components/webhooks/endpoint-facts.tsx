import { Address } from '@/components/ui/address'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import type { WebhookEndpointView } from '@/server/webhooks/destinations/contract'

/** Where an endpoint is, and what it listens to. */
export function EndpointFacts({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { id, url, events, description, createdAt, lastDeliveryAt } = endpoint
  return (
    <KeyValueList
      items={[
        { label: 'URL', value: <span className="break-all font-mono text-[0.8125rem]">{url}</span> },
        {
          label: 'Events',
          value: (
            <ul className="min-w-0 space-y-1 py-1">
              {events.map((event) => (
                <li key={event} className="break-words font-mono text-[0.8125rem]">
                  {event}
                </li>
              ))}
            </ul>
          ),
        },
        { label: 'Description', value: description, hidden: description === '' },
        { label: 'Id', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
        { label: 'Last delivery', value: <Time value={lastDeliveryAt} fallback="None yet" /> },
      ]}
    />
  )
}
