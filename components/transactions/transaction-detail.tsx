'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { Timeline } from '@/components/ui/timeline'
import { MessageTable } from '@/components/webhooks/message-table'
import { AttemptList } from './attempt-list'
import { TransactionFacts } from './transaction-facts'
import { TRANSACTION_LOOKS } from './transaction-looks'
import { transactionSteps } from './transaction-steps'

type TransactionDetailProps = { projectId: string; transactionId: string }

const REFRESH_MS = 1_000

/** One transaction, live while it is under way. */
export function TransactionDetail({ projectId, transactionId }: TransactionDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.transactions.get.queryOptions(
      { projectId, transactionId },
      { refetchInterval: ({ state }) => (state.data?.transaction.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  const { data } = query
  const isOver = data !== undefined && data.transaction.status !== 'PENDING'
  const wantsWebhook = Boolean(data?.timeline.webhookUrl)
  const messages = useQuery(
    trpc.webhooks.list.queryOptions(
      { projectId, transactionId, page: 1 },
      {
        enabled: wantsWebhook && isOver,
        refetchInterval: ({ state }) => {
          const [newest] = state.data?.items ?? []
          return newest?.status === 'delivered' || newest?.status === 'failed' ? false : REFRESH_MS
        },
      },
    ),
  )
  const breadcrumbs = [{ label: 'Transactions', href: paths.transactions(projectId) }]
  if (query.error) {
    return (
      <Page title="Transaction" breadcrumbs={breadcrumbs}>
        <QueryError query={query} />
      </Page>
    )
  }
  if (!data) {
    return (
      <Page title="Transaction" breadcrumbs={breadcrumbs}>
        <Card>
          <Skeleton className="h-64" />
        </Card>
      </Page>
    )
  }
  const { transaction, timeline, attempts } = data
  const steps = transactionSteps({ transaction, timeline, message: messages.data?.items[0] ?? null })
  return (
    <Page
      title={<span className="font-mono">{shortenMiddle(transaction.id, 8, 4)}</span>}
      badge={
        <span aria-live="polite">
          <StateBadge state={transaction.status} looks={TRANSACTION_LOOKS} />
        </span>
      }
      breadcrumbs={breadcrumbs}
    >
      {transaction.error ? (
        <Alert tone="danger" title="The transaction failed">
          {transaction.error}
        </Alert>
      ) : null}
      {timeline.note ? (
        <Alert tone="warning" title="Waiting">
          {timeline.note}
        </Alert>
      ) : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TransactionFacts projectId={projectId} transaction={transaction} timeline={timeline} />
        <Card title="Timeline" className="h-fit max-lg:order-first">
          <Timeline label="Timeline of the transaction" steps={steps} />
        </Card>
      </div>
      <Card title="Attempts" description="Each signed form that was sent to the chain." flush>
        <AttemptList attempts={attempts} explorerUrl={transaction.explorerUrl} minedHash={transaction.txHash} />
      </Card>
      {wantsWebhook ? (
        <Card title="Webhook" description={timeline.webhookUrl} flush>
          <MessageTable
            projectId={projectId}
            transactionId={transactionId}
            className="rounded-none border-0 shadow-none"
          />
        </Card>
      ) : null}
      <CodeBlock title="As the API returns it" code={JSON.stringify(transaction, null, 2)} />
    </Page>
  )
}
