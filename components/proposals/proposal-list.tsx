'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { BusinessLink } from '@/components/businesses/business-link'
import { Page } from '@/components/layout/page'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import type { ProposalView } from '@/schemas/proposals/contract'
import { ApproveProposal } from './approve-proposal'
import { DropProposal } from './drop-proposal'
import { proposalsFilter } from './proposals-filter'

const REFRESH_MS = 10_000

/** Manual changes that wait for a second person. */
export function ProposalList() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(proposalsFilter)
  const query = useQuery(
    trpc.proposals.list.queryOptions(filter, { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS }),
  )
  return (
    <Page
      title="Proposals"
      description="A second operator approves or rejects each of these changes within a day. Decisions about received money, such as refunds, are on the Exceptions page."
    >
      <QueryTable
        label="Proposals"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        onPage={(page) => setFilter({ page })}
        empty={
          <EmptyState icon={<UsersRound aria-hidden />} title="No proposals">
            Changes that need a second operator appear here until they are approved.
          </EmptyState>
        }
      />
    </Page>
  )
}

const COLUMNS: readonly TableColumn<ProposalView>[] = [
  {
    id: 'proposal',
    header: 'Proposal',
    cell: ({ what, reason }) => (
      <span className="block min-w-0 max-w-96 py-1">
        <span className="block break-words font-medium">{what}</span>
        <span className="block break-words text-[0.8125rem] text-muted-foreground">{reason}</span>
      </span>
    ),
  },
  {
    id: 'business',
    header: 'Business',
    hideBelow: 'md',
    cell: ({ businessId, businessName }) =>
      businessId && businessName ? <BusinessLink id={businessId} name={businessName} /> : '—',
  },
  { id: 'by', header: 'Proposed by', hideBelow: 'sm', cell: ({ proposedBy }) => proposedBy },
  dateColumn((row) => row.createdAt, { header: 'Proposed', hideBelow: 'md' }),
  actionsColumn((row) => (
    <span className="flex justify-end gap-2">
      <DropProposal proposal={row} />
      <ApproveProposal proposal={row} />
    </span>
  )),
]
