import { ChainName } from '@/components/chains/chain-name'
import { EventNames } from '@/components/destinations/event-names'
import { Address } from '@/components/ui/address'
import { KeyValueList } from '@/components/ui/key-value-list'
import { Time } from '@/components/ui/time'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'

/** What a subscription asks for, and where it delivers. */
export function SubscriptionFacts({
  projectId,
  subscription,
}: {
  projectId: string
  subscription: IndexerSubscriptionView
}) {
  const { contractAddress, chainId, events, webhookUrl, confirmations, id, createdAt, lastDeliveryAt } = subscription
  return (
    <KeyValueList
      items={[
        { label: 'Contract', value: <Address value={contractAddress} full /> },
        { label: 'Chain', value: <ChainName projectId={projectId} chainId={chainId} withId /> },
        { label: 'Events', value: <EventNames events={events} /> },
        { label: 'Confirmations', value: <span className="tabular">{confirmations}</span> },
        { label: 'URL', value: <span className="break-all font-mono text-[0.8125rem]">{webhookUrl}</span> },
        { label: 'Id', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
        { label: 'Last attempt', value: <Time value={lastDeliveryAt} fallback="None yet" /> },
      ]}
    />
  )
}
