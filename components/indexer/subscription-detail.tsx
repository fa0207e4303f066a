'use client'

import { useQuery } from '@tanstack/react-query'
import { ChainName } from '@/components/chains/chain-name'
import { DeliveryCounts } from '@/components/destinations/delivery-counts'
import { EventNames } from '@/components/destinations/event-names'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { KeyValueList } from '@/components/ui/key-value-list'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import { DeleteSubscription } from './delete-subscription'
import { DeliveryDays } from './delivery-days'
import { EditSubscription } from './edit-subscription'
import { PAUSE_TEXTS, SUBSCRIPTION_DISPLAYS } from './indexer-displays'
import { LogTable } from './log-table'
import { RecoverEvents } from './recover-events'
import { ReplayList } from './replay-list'
import { RotateIndexerSecret } from './rotate-indexer-secret'
import { StartReplay } from './start-replay'
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
  return (
    <QueryPage
      query={query}
      title="Event subscription"
      breadcrumbs={[{ label: 'Events', href: paths.events(projectId) }]}
      head={(subscription) => ({
        title: <span className="font-mono">{shortenMiddle(subscription.contractAddress)}</span>,
        badge: <StateBadge state={subscription.status} displays={SUBSCRIPTION_DISPLAYS} />,
        actions: (
          <>
            <SwitchSubscription projectId={projectId} subscription={subscription} />
            <StartReplay projectId={projectId} subscription={subscription} />
            <RecoverEvents projectId={projectId} subscriptionId={subscriptionId} />
            <TestSubscription projectId={projectId} subscription={subscription} />
            <EditSubscription projectId={projectId} subscription={subscription} />
            <RotateIndexerSecret projectId={projectId} subscriptionId={subscriptionId} />
            <DeleteSubscription projectId={projectId} subscriptionId={subscriptionId} />
          </>
        ),
      })}
    >
      {(subscription) => (
        <>
          {subscription.pausedBecause ? (
            <Alert tone={subscription.pausedBecause === 'asked' ? 'neutral' : 'warning'}>
              {PAUSE_TEXTS[subscription.pausedBecause]}
            </Alert>
          ) : null}
          <DeliveryCounts of={subscription} />
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
  const { contractAddress, chainId, events, webhookUrl, confirmations, id, createdAt, lastDeliveryAt } = subscription
  return (
    <KeyValueList
      items={[
        { label: 'Contract', value: <Address value={contractAddress} full /> },
        { label: 'Chain', value: <ChainName projectId={projectId} chainId={chainId} withId /> },
        { label: 'Events', value: <EventNames events={events} /> },
        { label: 'Confirmations', value: <span className="tabular">{confirmations}</span> },
        { label: 'URL', value: <span className="break-all font-mono text-[0.8125rem]">{webhookUrl}</span> },
        { label: 'ID', value: <Address value={id} kind="id" full /> },
        { label: 'Created', value: <Time value={createdAt} /> },
        { label: 'Last attempt', value: <Time value={lastDeliveryAt} fallback="None yet" /> },
      ]}
    />
  )
}
