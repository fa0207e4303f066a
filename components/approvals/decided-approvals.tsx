'use client'

import { useMemo } from 'react'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useUnits } from '@/components/transactions/use-units'
import { EmptyState } from '@/components/ui/empty-state'
import { Hint } from '@/components/ui/hint'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { StateDisplay } from '@/components/ui/state-badge'
import type { ApprovalView } from '@/schemas/approvals/contract'
import type { ApprovalStatus } from '@/schemas/approvals/words'
import { ApprovalAmount } from './approval-amount'

const APPROVAL_DISPLAYS = {
  pending: { tone: 'warning' },
  approved: { tone: 'success' },
  rejected: { tone: 'danger' },
  expired: { tone: 'neutral' },
} satisfies Record<ApprovalStatus, StateDisplay>

type DecidedApprovalsProps = {
  projectId: string
  query: ListQuery<ApprovalView>
  onPage: (page: number) => void
}

const NO_DECISION = 'No decision in time'

/** Decisions, newest first; each row links to its transaction. */
export function DecidedApprovals({ projectId, query, onPage }: DecidedApprovalsProps) {
  const { unitOf } = useUnits(projectId)
  const columns = useMemo(
    (): readonly TableColumn<ApprovalView>[] => [
      {
        id: 'amount',
        header: 'Amount',
        cell: ({ transaction, decidedBy }) => (
          <span className="block py-1">
            <ApprovalAmount transaction={transaction} unit={unitOf(transaction)} />
            <span className="block font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
              {decidedBy ?? NO_DECISION}
            </span>
          </span>
        ),
      },
      stateColumn((approval) => approval.status, APPROVAL_DISPLAYS, { header: 'Decision' }),
      {
        id: 'to',
        header: 'To',
        hideBelow: 'lg',
        cell: ({ transaction: { recipient, toAddress } }) => (
          <Hint content={recipient ?? toAddress} className="font-mono text-[0.8125rem]">
            {shortenMiddle(recipient ?? toAddress)}
          </Hint>
        ),
      },
      {
        id: 'by',
        header: 'By',
        hideBelow: 'sm',
        cell: ({ decidedBy, note }) => (
          <span className="block max-w-56 py-1">
            <span className="block break-words">{decidedBy ?? NO_DECISION}</span>
            {note ? (
              <Hint content={note} className="block truncate text-[0.8125rem] text-muted-foreground">
                {note}
              </Hint>
            ) : null}
          </span>
        ),
      },
      dateColumn((approval) => approval.decidedAt, { header: 'Decided', hideBelow: 'md' }),
    ],
    [unitOf],
  )
  return (
    <QueryTable
      label="Decisions"
      columns={columns}
      query={query}
      onPage={onPage}
      rowKey={(approval) => approval.id}
      rowHref={({ transaction }) => paths.transaction(projectId, transaction.id)}
      empty={
        <EmptyState title="No decisions yet">
          Approved, rejected and expired transactions appear here, with the owner who decided and the note.
        </EmptyState>
      }
    />
  )
}
