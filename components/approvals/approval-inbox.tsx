'use client'

import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { QueryError } from '@/components/query-error'
import { useUnit } from '@/components/transactions/use-unit'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Pagination } from '@/components/ui/pagination'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import type { ApprovalView } from '@/server/approvals/contract'
import { approvalFilter, toApprovalInput } from './approval-filter'
import { DecidedApprovals } from './decided-approvals'
import { PendingApproval } from './pending-approval'

const REFRESH_MS = 5_000

/** Transactions that wait for a second person, and those that were decided. */
export function ApprovalInbox({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(approvalFilter)
  const pending = useQuery(trpc.approvals.pending.queryOptions({ projectId }))
  const query = useQuery(
    trpc.approvals.list.queryOptions(toApprovalInput(projectId, filter), {
      refetchInterval: REFRESH_MS,
    }),
  )
  const { data } = query
  const body = () => {
    if (query.error && !data) return <QueryError query={query} />
    if (filter.state === 'decided') {
      return <DecidedApprovals projectId={projectId} items={data?.items} />
    }
    return <PendingList projectId={projectId} items={data?.items} />
  }
  const content = (
    <div className="space-y-4">
      {body()}
      {data && data.total > data.pageSize ? (
        <Pagination
          page={data.page}
          pageSize={data.pageSize}
          total={data.total}
          onPageChange={(page) => setFilter({ page })}
        />
      ) : null}
    </div>
  )
  return (
    <Tabs
      aria-label="Approvals by state"
      value={filter.state}
      onValueChange={(state) => setFilter({ state, page: null })}
      tabs={[
        { value: 'pending', label: 'Waiting', count: pending.data, content },
        { value: 'decided', label: 'Decided', content },
      ]}
    />
  )
}

function PendingList({ projectId, items }: { projectId: string; items: readonly ApprovalView[] | undefined }) {
  const { unitOf, chainName } = useUnit(projectId)
  if (!items) {
    return (
      <Card>
        <Skeleton className="h-56" />
      </Card>
    )
  }
  if (items.length === 0) {
    return (
      <Card flush>
        <EmptyState icon={<UserCheck aria-hidden />} title="Nothing waits for you">
          Transactions above the policy's threshold stop here until an owner other than whoever asked for them decides.
        </EmptyState>
      </Card>
    )
  }
  return (
    <ul aria-label="Waiting" className="space-y-4">
      {items.map((approval) => (
        <li key={approval.id}>
          <PendingApproval
            projectId={projectId}
            approval={approval}
            unit={unitOf(approval.transaction)}
            chainName={chainName(approval.transaction.chainId)}
          />
        </li>
      ))}
    </ul>
  )
}
