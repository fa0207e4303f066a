'use client'

import { ChainText } from '@/components/chains/chain-name'
import { useChain } from '@/components/chains/use-chains'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { countedText } from '@/components/ui/counted'
import { KeyValueList } from '@/components/ui/key-value-list'
import { shortDuration } from '@/components/ui/short-duration'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { IndexerSubscriptionView, SubscriptionReading } from '@/schemas/indexer/contract'
import type { LogRow } from '@/schemas/indexer/logs/contract'
import { EditSubscription } from './edit-subscription'
import { RecoverEvents } from './recover-events'
import type { SubscriptionRemedy, subscriptionState } from './subscription-state'
import { SwitchSubscription } from './switch-subscription'
import { TestSubscription } from './test-subscription'

type SubscriptionHealthProps = {
  projectId: string
  subscription: IndexerSubscriptionView
  /** Undefined while it is loaded. */
  reading: SubscriptionReading | undefined
  newest: LogRow | null
  state: ReturnType<typeof subscriptionState>
}

/** The contract and events of a subscription, its health, and the buttons that fix problems. */
export function SubscriptionHealth({ projectId, subscription, reading, newest, state }: SubscriptionHealthProps) {
  const remedies = state.remedies.map((remedy) => (
    <Remedy key={remedy} remedy={remedy} {...{ projectId, subscription, newest }} />
  ))
  return (
    <Card>
      <p className="wrap-anywhere text-pretty">
        <Subscribed projectId={projectId} subscription={subscription} />
      </p>
      <Alert tone={state.tone} title={state.title} actions={remedies.length > 0 ? remedies : null} className="mt-4">
        {state.text}
      </Alert>
      <KeyValueList
        className="mt-2"
        items={[
          {
            label: 'Last event sent',
            value: newest ? (
              <span className="wrap-anywhere">
                <code className="font-mono text-[0.8125rem]">{newest.eventType}</code>,{' '}
                {newest.status === 'delivered' ? 'delivered' : 'failed'}
                {newest.httpStatus > 0 ? ` with ${newest.httpStatus}` : ''}, <Time value={newest.createdAt} />
              </span>
            ) : (
              <Time value={subscription.lastDeliveryAt} fallback="None yet" />
            ),
          },
          {
            label: 'Waiting to be sent',
            value: reading ? countedText(reading.waiting) : <Skeleton className="w-16" />,
          },
          { label: 'Behind the chain', value: reading ? lagText(reading) : <Skeleton className="w-40" /> },
        ]}
      />
    </Card>
  )
}

function Subscribed({ projectId, subscription }: Pick<SubscriptionHealthProps, 'projectId' | 'subscription'>) {
  const { contractAddress, chainId, events, webhookUrl, confirmations } = subscription
  const supported = useChain(projectId, chainId)?.tokens.find(({ address }) => address === contractAddress)
  const names = events.map(nameOf)
  const shown = names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
  return (
    <>
      Subscribes to <strong className="font-medium">{shown}</strong> of{' '}
      <strong className="font-medium">
        {supported ? `${supported.symbol} (${shortenMiddle(contractAddress)})` : shortenMiddle(contractAddress)}
      </strong>{' '}
      on <ChainText projectId={projectId} chainId={chainId} />. Sends each event to{' '}
      <span className="break-all font-mono text-[0.8125rem]">{webhookUrl}</span> after {confirmations}{' '}
      {confirmations === 1 ? 'confirmation' : 'confirmations'}.
    </>
  )
}

/** The name in the declaration of an event; a key of the catalog stays. */
function nameOf(event: string): string {
  return /^event\s+(\w+)/.exec(event)?.[1] ?? event
}

function lagText({ lagBlocks, lagSeconds }: SubscriptionReading): string {
  if (lagBlocks === null || lagSeconds === null) return 'Unknown'
  if (lagBlocks === '0') return 'Up to date'
  return `${lagBlocks} ${lagBlocks === '1' ? 'block' : 'blocks'} (${shortDuration(lagSeconds * 1_000)})`
}

type RemedyProps = Pick<SubscriptionHealthProps, 'projectId' | 'subscription' | 'newest'> & {
  remedy: SubscriptionRemedy
}

function Remedy({ remedy, projectId, subscription, newest }: RemedyProps) {
  switch (remedy) {
    case 'resume':
      return <SwitchSubscription projectId={projectId} subscription={subscription} />
    case 'recover':
      return <RecoverEvents projectId={projectId} subscriptionId={subscription.id} />
    case 'test':
      return <TestSubscription projectId={projectId} subscription={subscription} />
    case 'edit':
      return <EditSubscription projectId={projectId} subscription={subscription} />
    case 'open':
      return newest ? <LinkButton href={paths.eventLog(projectId, newest.id)}>See the response</LinkButton> : null
    default:
      return remedy satisfies never
  }
}
