'use client'

import { useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { LinkButton } from '@/components/layout/link-button'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { QueryPage } from '@/components/query-page'
import { MovedAmount } from '@/components/transactions/moved-amount'
import { toUnits } from '@/components/transactions/to-units'
import { TRANSACTION_DISPLAYS, TYPE_NAMES } from '@/components/transactions/transaction-displays'
import { TransactionSummary } from '@/components/transactions/transaction-summary'
import { useTRPC } from '@/components/trpc'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import type { OperatorTransaction as Whole } from '@/schemas/lanes/contract'
import type { Remedy } from '@/schemas/transactions/life/contract'
import { OperatorRequests } from './operator-requests'

const REFRESH_MS = 1_000

type View = Pick<Whole, 'transaction' | 'timeline' | 'message'>

/** A transaction of a customer or of the platform, with the actions of an operator. */
export function OperatorTransaction({ transactionId }: { transactionId: string }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.lanes.getTransaction.queryOptions(
      { transactionId },
      { refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? REFRESH_MS : false) },
    ),
  )
  return (
    <QueryPage
      query={query}
      title="Transaction"
      breadcrumbs={[{ label: 'Search', href: paths.search }]}
      head={({ owner, chain, transaction }) => ({
        title: (
          <>
            {TYPE_NAMES[transaction.type]}:{' '}
            <MovedAmount moved={toUnits(() => chain ?? undefined).movedOf(transaction)} exact />
          </>
        ),
        badge: (
          <span aria-live="polite">
            <StateBadge state={transaction.status} displays={TRANSACTION_DISPLAYS} />
          </span>
        ),
        description: (
          <>
            <OwnerLine businessId={owner.businessId} projectId={owner.projectId} name={owner.businessName} />{' '}
            <ShortId value={transaction.id} />
          </>
        ),
        actions: (
          <>
            {owner.projectId ? (
              <LinkButton href={paths.transaction(owner.projectId, transaction.id)} icon={<Eye aria-hidden />}>
                View as the business
              </LinkButton>
            ) : null}
            <OperatorRequests transaction={transaction} />
          </>
        ),
      })}
    >
      {({ owner, chain, transaction, timeline, attempts, known, message, life }) => (
        <TransactionSummary
          transaction={transaction}
          timeline={timeline}
          attempts={attempts}
          units={toUnits(() => chain ?? undefined)}
          message={message}
          known={known}
          projectId={owner.projectId}
          life={life}
          remedyOf={operatorRemedy}
        />
      )}
    </QueryPage>
  )
}

/** The remedies that an operator can open; those for the owner are on the owner's page. */
function operatorRemedy({ kind, id, label }: Remedy) {
  if (kind !== 'earlier' || id === undefined) return null
  return <TextLink href={paths.operatorTransaction(id)}>{label}</TextLink>
}

/** Whether the transaction, or the webhook that reports it, is still pending. */
function isUnderWay({ transaction, timeline, message }: View): boolean {
  if (transaction.status === 'PENDING') return true
  return timeline.webhookUrl !== null && message?.status !== 'delivered' && message?.status !== 'failed'
}

type OwnerLineProps = { businessId: string; projectId: string | null; name: string }

/** Platform transactions belong to no project. */
function OwnerLine({ businessId, projectId, name }: OwnerLineProps) {
  if (!projectId) return name
  return <TextLink href={paths.operatorProject(businessId, projectId)}>{name}</TextLink>
}
