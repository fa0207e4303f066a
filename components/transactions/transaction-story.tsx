'use client'

import { Alert } from '@/components/ui/alert'
import { Card } from '@/components/ui/card'
import { Timeline } from '@/components/ui/timeline'
import type { AttemptView, TimelineView, TransactionView } from '@/schemas/transactions/contract'
import type { MessageView } from '@/schemas/webhooks/contract'
import { AttemptList } from './attempt-list'
import { failureReason } from './failure-reason'
import { ShortfallFacts } from './shortfall-facts'
import type { Units } from './to-units'
import { TransactionFacts } from './transaction-facts'
import { transactionSteps } from './transaction-steps'

type TransactionStoryProps = {
  transaction: TransactionView
  timeline: TimelineView
  attempts: readonly AttemptView[]
  units: Units
  message: MessageView | null
  /** What it does to a token, and the page of that. */
  act?: { text: string; href: string } | null
}

/** What a transaction is, how far it got and every form it was sent in: the same for its owner and for the platform. */
export function TransactionStory({ transaction, timeline, attempts, units, message, act }: TransactionStoryProps) {
  return (
    <>
      {transaction.error ? (
        <Alert tone="danger" title="The transaction failed">
          {failureReason(transaction.error, transaction.shortfall ?? null)}
          {transaction.shortfall ? <ShortfallFacts shortfall={transaction.shortfall} /> : null}
        </Alert>
      ) : null}
      {timeline.needsOperator && transaction.status === 'PENDING' ? (
        <Alert tone="warning" title="The platform team is looking into this">
          {timeline.needsOperator}
        </Alert>
      ) : null}
      {timeline.note ? (
        <Alert tone="warning" title="Waiting">
          {timeline.note}
        </Alert>
      ) : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TransactionFacts units={units} transaction={transaction} timeline={timeline} act={act} />
        <Card title="Timeline" className="h-fit max-lg:order-first">
          <Timeline label="Timeline of the transaction" steps={transactionSteps({ transaction, timeline, message })} />
        </Card>
      </div>
      <Card title="Attempts" description="Each signed version that was sent to the chain." flush>
        <AttemptList
          attempts={attempts}
          chainType={transaction.chainType}
          explorerUrl={transaction.explorerUrl}
          minedHash={timeline.blockNumber ? transaction.txHash : null}
        />
      </Card>
    </>
  )
}
