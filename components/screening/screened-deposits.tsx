'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { paths } from '@/components/paths'
import { actionsColumn, addressColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { DepositView } from '@/schemas/deposits/contract'
import { DecideScreening } from './decide-screening'

type ScreenedDepositsProps = { projectId: string; disabledReason: string | null }

/** Flagged deposits of a business that wait for a decision; nothing is shown where none does. */
export function ScreenedDeposits({ projectId, disabledReason }: ScreenedDepositsProps) {
  const trpc = useTRPC()
  const [page, setPage] = useState(1)
  const query = useQuery(
    trpc.deposits.listScreened.queryOptions({ projectId, page }, { placeholderData: keepPreviousData }),
  )
  if (!query.data || query.data.total === 0) return null
  return (
    <Card
      title="Flagged deposits"
      description="They came from blocked addresses. They are credited, and sweep rules leave them until their flag is cleared."
      flush
    >
      <QueryTable
        label="Flagged deposits"
        columns={columnsOf(projectId, disabledReason)}
        query={query}
        rowKey={(row) => row.id}
        onPage={setPage}
        flush
        empty={<EmptyState title="No flagged deposits">Nothing waits for a decision.</EmptyState>}
      />
    </Card>
  )
}

function columnsOf(projectId: string, shortfall: string | null): readonly TableColumn<DepositView>[] {
  return [
    {
      id: 'amount',
      header: 'Amount',
      cell: (row) => (
        <AppLink href={paths.deposit(projectId, row.id)}>
          <Amount value={row.amount} unit={row.symbol} />
        </AppLink>
      ),
    },
    addressColumn((row) => row.fromAddress, { id: 'from', header: 'From' }),
    dateColumn((row) => row.createdAt, { header: 'Seen', hideBelow: 'md' }),
    actionsColumn((row) => (
      <DecideScreening projectId={projectId} deposit={row} disabledReason={shortfall ?? whoDecides(projectId, row)} />
    )),
  ]
}

/** The reason why the people of a business do not decide: the platform's list named the sender. */
export function whoDecides(projectId: string | null, { screened }: Pick<DepositView, 'screened'>) {
  return projectId !== null && screened?.list === 'OPERATOR'
    ? 'The sender is on the list of the platform: its operators decide'
    : null
}
