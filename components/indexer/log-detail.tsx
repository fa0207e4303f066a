'use client'

import { useQuery } from '@tanstack/react-query'
import { ChainName } from '@/components/chains/chain-name'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { IdLink } from '@/components/table/id-link'
import { useTRPC } from '@/components/trpc'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { type KeyValue, KeyValueList } from '@/components/ui/key-value-list'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import { DeliveryAttempts } from '@/components/webhooks/delivery-attempts'
import { headerLines } from '@/components/webhooks/header-lines'
import type { IndexerLogView } from '@/schemas/indexer/logs/contract'
import { LOG_DISPLAYS } from './indexer-displays'
import { ResendLog } from './resend-log'

const GONE = 'Responses are kept for 90 days.'

type LogDetailProps = { projectId: string; logId: string }

/** One attempt to deliver an event: the request, its destination, and the response. */
export function LogDetail({ projectId, logId }: LogDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.indexer.getLog.queryOptions({ projectId, logId }))
  return (
    <QueryPage
      query={query}
      title="Delivery log"
      breadcrumbs={[
        { label: 'Events', href: paths.events(projectId) },
        { label: 'Delivery logs', href: paths.eventLogs(projectId) },
      ]}
      head={({ log }) => ({
        title: <span className="font-mono">{log.eventType}</span>,
        badge: <StateBadge state={log.status} displays={LOG_DISPLAYS} />,
        actions: <ResendLog projectId={projectId} logId={logId} />,
      })}
    >
      {({ log, attempt }) => (
        <>
          <Card title="Attempt">
            <KeyValueList items={factsOf(projectId, log)} />
          </Card>
          <Card title="Response" description="The first KiB of the response." flush>
            {attempt ? (
              <DeliveryAttempts attempts={[attempt]} />
            ) : (
              <p className="px-5 py-4 text-muted-foreground">{GONE}</p>
            )}
          </Card>
          {attempt ? (
            <CodeBlock title="Request headers, with the signature" code={headerLines(attempt.requestHeaders)} wrap />
          ) : null}
          <CodeBlock title="Payload, as sent" code={JSON.stringify(log.payload, null, 2)} />
        </>
      )}
    </QueryPage>
  )
}

function factsOf(projectId: string, log: IndexerLogView): KeyValue[] {
  const first = log.replayOf && <IdLink href={paths.eventLog(projectId, log.replayOf)} id={log.replayOf} />
  const subscription = paths.eventSubscription(projectId, log.subscriptionId)
  return [
    { label: 'Response', value: log.httpStatus || 'No response' },
    { label: 'Error', value: log.error, hidden: log.error === null },
    { label: 'URL', value: <Address value={log.webhookUrl} kind="URL" full /> },
    { label: 'Tried', value: <Time value={log.createdAt} /> },
    { label: 'Event id', value: <Address value={log.eventId} kind="event id" full /> },
    { label: 'Transaction', value: <Address value={log.transactionHash} kind="transaction hash" full /> },
    { label: 'Contract', value: <Address value={log.contractAddress} full /> },
    { label: 'Chain', value: <ChainName projectId={projectId} chainId={log.chainId} withId /> },
    { label: 'Subscription', value: <IdLink href={subscription} id={log.subscriptionId} /> },
    { label: 'First log', value: first, hidden: log.replayOf === null },
  ]
}
