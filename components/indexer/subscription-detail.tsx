'use client'

import { useQuery } from '@tanstack/react-query'
import { ChainName } from '@/components/chains/chain-name'
import { DeliveryCounts } from '@/components/destinations/delivery-counts'
import { DESTINATION_DISPLAYS, destinationState } from '@/components/destinations/destination-state'
import { EventNames } from '@/components/destinations/event-names'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import { ContractName } from './contract-name'
import { DeleteSubscription } from './delete-subscription'
import { DeliveryDays } from './delivery-days'
import { EditSubscription } from './edit-subscription'
import { toLogInput } from './log-filter'
import { LogTable } from './log-table'
import { RecoverEvents } from './recover-events'
import { ReplayList } from './replay-list'
import { RotateIndexerSecret } from './rotate-indexer-secret'
import { StartReplay } from './start-replay'
import { SubscriptionHealth } from './subscription-health'
import { subscriptionState } from './subscription-state'
import { SwitchSubscription } from './switch-subscription'
import { TestSubscription } from './test-subscription'

type SubscriptionDetailProps = { projectId: string; subscriptionId: string }

const REFRESH_MS = 5_000

/** One event subscription: its terms, the counts of its events, and each attempt. */
export function SubscriptionDetail({ projectId, subscriptionId }: SubscriptionDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.indexer.getSubscription.queryOptions({ projectId, subscriptionId }, { refetchInterval: REFRESH_MS }),
  )
  const reading = useQuery(
    trpc.indexer.getSubscriptionReading.queryOptions({ projectId, subscriptionId }, { refetchInterval: REFRESH_MS }),
  ).data
  // The table of deliveries uses the same query.
  const logs = useQuery(
    trpc.indexer.listLogs.queryOptions(toLogInput(projectId, { subscriptionId }), { refetchInterval: REFRESH_MS }),
  ).data
  const newest = logs?.items[0] ?? null
  const failingSince = newest?.status === 'failed' ? newest.createdAt : null
  const stateOf = (subscription: IndexerSubscriptionView) =>
    subscriptionState({ subscription, reading: reading ?? null, newest })
  return (
    <QueryPage
      query={query}
      title="Event subscription"
      breadcrumbs={[{ label: 'Events', href: paths.events(projectId) }]}
      head={(subscription) => {
        // The alert already has the button that resolves the problem.
        const { remedies } = stateOf(subscription)
        return {
          title: (
            <ContractName projectId={projectId} chainId={subscription.chainId} address={subscription.contractAddress} />
          ),
          badge: (
            <StateBadge state={destinationState({ ...subscription, failingSince })} displays={DESTINATION_DISPLAYS} />
          ),
          actions: (
            <>
              {remedies.includes('resume') ? null : (
                <SwitchSubscription projectId={projectId} subscription={subscription} />
              )}
              <StartReplay projectId={projectId} subscription={subscription} />
              {remedies.includes('recover') ? null : (
                <RecoverEvents projectId={projectId} subscriptionId={subscriptionId} />
              )}
              {remedies.includes('test') ? null : (
                <TestSubscription projectId={projectId} subscription={subscription} />
              )}
              {remedies.includes('edit') ? null : (
                <EditSubscription projectId={projectId} subscription={subscription} />
              )}
              <RotateIndexerSecret projectId={projectId} subscriptionId={subscriptionId} />
              <DeleteSubscription projectId={projectId} subscriptionId={subscriptionId} />
            </>
          ),
        }
      }}
    >
      {(subscription) => (
        <>
          <SubscriptionHealth
            projectId={projectId}
            subscription={subscription}
            reading={reading}
            newest={newest}
            state={stateOf(subscription)}
          />
          <DeliveryCounts of={subscription} href={`${paths.eventLogs(projectId)}?subscriptionId=${subscriptionId}`} />
          <DeliveryDays projectId={projectId} subscriptionId={subscriptionId} />
          <Card title="Subscription">
            <SubscriptionFacts projectId={projectId} subscription={subscription} />
          </Card>
          <Card title="Replays" flush>
            <ReplayList projectId={projectId} subscription={subscription} />
          </Card>
          <Card title="Deliveries" flush>
            <LogTable projectId={projectId} filter={{ subscriptionId }} flush />
          </Card>
        </>
      )}
    </QueryPage>
  )
}

/** The contract, chain, events and destination of an event subscription. */
function SubscriptionFacts({ projectId, subscription }: { projectId: string; subscription: IndexerSubscriptionView }) {
  const { contractAddress, chainId, events, webhookUrl, confirmations, id, createdAt } = subscription
  return (
    <KeyValueList
      items={[
        { label: 'Contract', value: <Address value={contractAddress} full /> },
        { label: 'Chain', value: <ChainName projectId={projectId} chainId={chainId} withId /> },
        { label: 'Events', value: <EventNames events={events} /> },
        { label: 'Confirmations', value: <span className="tabular">{confirmations}</span> },
        { label: 'URL', value: <Address value={webhookUrl} kind="URL" full /> },
        { label: 'ID', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
      ]}
    />
  )
}
