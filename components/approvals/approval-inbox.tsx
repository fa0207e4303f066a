'use client'

import { useQuery } from '@tanstack/react-query'
import { UserCheck } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import type { ListQuery } from '@/components/table/list-query'
import { QueryList } from '@/components/table/query-list'
import { useUnits } from '@/components/transactions/use-units'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { Tabs } from '@/components/ui/tabs'
import type { ApprovalView } from '@/schemas/approvals/contract'
import { ApprovalCards } from './approval-cards'
import { approvalFilter, toApprovalInput } from './approval-filter'
import { DecidedApprovals } from './decided-approvals'
import { PendingBatches } from './pending-batches'

const REFRESH_MS = 5_000

/** Transactions that wait for a second person, and those that were decided. */
export function ApprovalInbox({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(approvalFilter)
  const pending = useQuery(trpc.approvals.countPending.queryOptions({ projectId }))
  const query = useQuery(
    trpc.approvals.list.queryOptions(toApprovalInput(projectId, filter), {
      refetchInterval: REFRESH_MS,
    }),
  )
  const List = filter.state === 'decided' ? DecidedApprovals : PendingApprovals
  const content = <List projectId={projectId} query={query} onPage={(page) => setFilter({ page })} />
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

type PendingApprovalsProps = {
  projectId: string
  query: ListQuery<ApprovalView>
  onPage: (page: number) => void
}

function PendingApprovals({ projectId, query, onPage }: PendingApprovalsProps) {
  const trpc = useTRPC()
  const units = useUnits(projectId)
  const batches = useQuery(trpc.approvals.listBatches.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  const empty = (
    <EmptyState
      icon={<UserCheck aria-hidden />}
      title="No approvals waiting"
      action={<LinkButton href={paths.policy(projectId)}>Open policy</LinkButton>}
    >
      Transactions above the policy threshold wait here until an owner other than the requester decides.
    </EmptyState>
  )
  return (
    <div className="space-y-4">
      <PendingBatches projectId={projectId} query={batches} units={units} />
      <QueryList cards query={query} onPage={onPage} empty={batches.data?.length ? null : empty}>
        {(approvals) =>
          approvals.length === 0 ? null : (
            <ApprovalCards label="Waiting" projectId={projectId} approvals={approvals} units={units} />
          )
        }
      </QueryList>
    </div>
  )
}
