'use client'

import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { Timeline } from '@/components/ui/timeline'
import type { KnownAddress } from '@/schemas/addresses/contract'
import type { TransactionView } from '@/schemas/transactions/contract'
import type { AttemptView, TimelineView } from '@/schemas/transactions/detail/contract'
import type { LifecycleEvent, Remedy, TransactionLifecycle } from '@/schemas/transactions/life/contract'
import type { MessageView } from '@/schemas/webhooks/contract'
import { AttemptList } from './attempt-list'
import { ExplanationAlert } from './explanation-alert'
import { TimeAxis } from './time-axis'
import type { Units } from './to-units'
import { TransactionFacts } from './transaction-facts'
import { transactionSteps } from './transaction-steps'

type TransactionSummaryProps = {
  transaction: TransactionView
  timeline: TimelineView
  attempts: readonly AttemptView[]
  units: Units
  message: MessageView | null
  /** The token operation that the transaction executes, and the page of that token. */
  operation?: { text: string; href: string } | null
  /** The page of the rule that made a sweep, for its owner. */
  ruleHref?: string
  /**
   * The names that its business has for its addresses, and the project whose pages show them; null for the platform's
   * own.
   */
  known: readonly KnownAddress[]
  projectId: string | null
  /** Undefined while it is loaded. */
  life: TransactionLifecycle | undefined
  /** The button that resolves a state; null if the reader has none. */
  remedyOf: (remedy: Remedy) => ReactNode
  /** The link to the row behind a moment. */
  linkOf?: (moment: LifecycleEvent) => ReactNode
}

/** The facts, progress and attempts of a transaction, both for its owner and for the platform. */
export function TransactionSummary(props: TransactionSummaryProps) {
  const { transaction, timeline, attempts, units, message, operation, ruleHref, life, remedyOf, linkOf } = props
  const { known, projectId } = props
  return (
    <>
      {life?.explanation ? <ExplanationAlert explanation={life.explanation} remedyOf={remedyOf} /> : null}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <TransactionFacts
          units={units}
          transaction={transaction}
          timeline={timeline}
          operation={operation}
          ruleHref={ruleHref}
          known={known}
          projectId={projectId}
          isRequestLogged={life?.moments.some(({ row }) => row?.kind === 'request') ?? false}
        />
        <Card title="Timeline" className="h-fit max-lg:order-first">
          <Timeline label="Timeline of the transaction" steps={transactionSteps({ transaction, timeline, message })} />
        </Card>
      </div>
      <Card title="Step timing" description="Milliseconds since the first step. Bars use a logarithmic scale." flush>
        {life ? <TimeAxis moments={life.moments} linkOf={linkOf} /> : <Skeleton className="m-5 h-40" />}
      </Card>
      {attempts.length > 0 || transaction.status === 'PENDING' ? (
        <Card title="Attempts" description="Each signed version that was sent to the chain." flush>
          <AttemptList
            attempts={attempts}
            chainType={transaction.chainType}
            explorerUrl={transaction.explorerUrl}
            minedHash={timeline.blockNumber ? transaction.txHash : null}
          />
        </Card>
      ) : null}
    </>
  )
}
