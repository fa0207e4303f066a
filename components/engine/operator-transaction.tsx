'use client'

import { useQuery } from '@tanstack/react-query'
import { AppLink } from '@/components/layout/app-link'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { QueryError } from '@/components/query-error'
import { toUnits } from '@/components/transactions/to-units'
import { TRANSACTION_LOOKS } from '@/components/transactions/transaction-looks'
import { TransactionStory } from '@/components/transactions/transaction-story'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { ShortId } from '@/components/ui/short-id'
import { Skeleton } from '@/components/ui/skeleton'
import { StateBadge } from '@/components/ui/state-badge'
import { OperatorRequests } from './operator-requests'

const REFRESH_MS = 1_000

/** Any transaction, of a customer or of the platform itself, with what an operator may ask of the engine. */
export function OperatorTransaction({ transactionId }: { transactionId: string }) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.lanes.transaction.queryOptions(
      { transactionId },
      { refetchInterval: ({ state }) => (state.data?.transaction.status === 'PENDING' ? REFRESH_MS : false) },
    ),
  )
  const breadcrumbs = [{ label: 'Lanes', href: paths.lanes }]
  const { data } = query
  if (!data) {
    return (
      <Page title="Transaction" breadcrumbs={breadcrumbs}>
        {query.error ? (
          <QueryError query={query} />
        ) : (
          <Card>
            <Skeleton className="h-64" />
          </Card>
        )}
      </Page>
    )
  }
  const { owner, chain, transaction, timeline, attempts } = data
  const project = { businessId: owner.businessId, projectId: owner.projectId }
  return (
    <Page
      title={<ShortId value={transaction.id} />}
      badge={
        <span aria-live="polite">
          <StateBadge state={transaction.status} looks={TRANSACTION_LOOKS} />
        </span>
      }
      description={<OwnerLine {...project} name={owner.businessName} />}
      breadcrumbs={breadcrumbs}
      actions={<OperatorRequests transaction={transaction} />}
    >
      <TransactionStory
        transaction={transaction}
        timeline={timeline}
        attempts={attempts}
        units={toUnits(() => chain ?? undefined)}
        message={null}
      />
    </Page>
  )
}

type OwnerLineProps = { businessId: string; projectId: string | null; name: string }

/** Platform transactions belong to no project. */
function OwnerLine({ businessId, projectId, name }: OwnerLineProps) {
  if (!projectId) return name
  return (
    <AppLink
      href={paths.operatorProject(businessId, projectId)}
      className="rounded-sm text-accent-foreground underline-offset-4 hover:underline"
    >
      {name}
    </AppLink>
  )
}
