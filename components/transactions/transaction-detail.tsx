'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { CodeBlock } from '@/components/ui/code-block'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import { MessageTable } from '@/components/webhooks/message-table'
import { LifecycleEventLink } from './lifecycle-event-link'
import { MovedAmount } from './moved-amount'
import { PortalRequests } from './portal-requests'
import { RemedyButton } from './remedy-button'
import { SendAgain } from './send-again'
import { ShareTransaction } from './share-transaction'
import { tokenOperationText } from './token-operation-text'
import { TRANSACTION_DISPLAYS, TYPE_NAMES } from './transaction-displays'
import { TransactionSummary } from './transaction-summary'
import { useUnits } from './use-units'

type TransactionDetailProps = { projectId: string; transactionId: string }

const REFRESH_MS = 1_000

/** One transaction, refreshed while it is in progress. */
export function TransactionDetail({ projectId, transactionId }: TransactionDetailProps) {
  const units = useUnits(projectId)
  const { query, message, life, hasWebhook } = useTransaction({ projectId, transactionId })
  // The message about the failure has the button then.
  const isRemediedBySending = life?.explanation?.remedies.some(({ kind }) => kind === 'send_again')
  return (
    <QueryPage
      query={query}
      title="Transaction"
      breadcrumbs={[{ label: 'Transactions', href: paths.transactions(projectId) }]}
      head={({ transaction, tokenOperation }) => ({
        title: tokenOperation ? (
          tokenOperationText(tokenOperation)
        ) : (
          <>
            {TYPE_NAMES[transaction.type]}: <MovedAmount moved={units.movedOf(transaction)} exact />
          </>
        ),
        description: <ShortId value={transaction.id} />,
        badge: (
          <span aria-live="polite">
            <StateBadge state={transaction.status} displays={TRANSACTION_DISPLAYS} />
          </span>
        ),
        actions: (
          <>
            <PortalRequests projectId={projectId} transaction={transaction} />
            {transaction.type === 'TRANSFER' && !isRemediedBySending ? (
              <SendAgain projectId={projectId} transactionId={transactionId} />
            ) : null}
            <ShareTransaction projectId={projectId} transactionId={transactionId} />
          </>
        ),
      })}
    >
      {({ transaction, timeline, attempts, tokenOperation, known }) => (
        <>
          <TransactionSummary
            transaction={transaction}
            timeline={timeline}
            attempts={attempts}
            units={units}
            known={known}
            projectId={projectId}
            message={message}
            life={life}
            remedyOf={(remedy) =>
              remedy.kind === 'send_again' && transaction.type !== 'TRANSFER' ? null : (
                <RemedyButton projectId={projectId} transactionId={transactionId} remedy={remedy} />
              )
            }
            linkOf={(moment) => <LifecycleEventLink projectId={projectId} row={moment.row} />}
            ruleHref={transaction.sweep && paths.sweepRule(projectId, transaction.sweep.ruleId)}
            operation={
              tokenOperation && {
                text: tokenOperationText(tokenOperation),
                href: paths.tokenOperation(projectId, tokenOperation.tokenId, tokenOperation.operationRef),
              }
            }
          />
          {hasWebhook ? (
            <Card title="Webhook" description={timeline.webhookUrl} flush>
              <MessageTable projectId={projectId} transactionId={transactionId} flush />
            </Card>
          ) : null}
          <CodeBlock title="API response" code={JSON.stringify(transaction, null, 2)} />
        </>
      )}
    </QueryPage>
  )
}

/** The transaction with its newest webhook and its history. Each is refreshed until it cannot change any more. */
function useTransaction({ projectId, transactionId }: TransactionDetailProps) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.transactions.get.queryOptions(
      { projectId, transactionId },
      { refetchInterval: ({ state }) => (state.data?.transaction.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  const { data } = query
  const hasEnded = data !== undefined && data.transaction.status !== 'PENDING'
  const hasWebhook = Boolean(data?.timeline.webhookUrl)
  const messages = useQuery(
    trpc.webhooks.list.queryOptions(
      { projectId, sourceId: transactionId, page: 1 },
      {
        enabled: hasWebhook && hasEnded,
        refetchInterval: ({ state }) => (isFinal(state.data?.items[0]?.status) ? false : REFRESH_MS),
      },
    ),
  )
  const isSettled = hasEnded && (!hasWebhook || isFinal(messages.data?.items[0]?.status))
  const settledAt = Math.max(query.dataUpdatedAt, messages.dataUpdatedAt)
  const life = useQuery(
    trpc.transactions.getLifecycle.queryOptions(
      { projectId, transactionId },
      {
        // Refreshes until it was read after everything had ended.
        refetchInterval: ({ state }) => (isSettled && state.dataUpdatedAt >= settledAt ? false : REFRESH_MS),
      },
    ),
  )
  return { query, message: messages.data?.items[0] ?? null, life: life.data, hasWebhook }
}

/** Whether the delivery of a webhook has ended. */
function isFinal(status: string | undefined): boolean {
  return status === 'delivered' || status === 'failed'
}
