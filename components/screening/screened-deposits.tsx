'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, addressColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { ScreenedDepositView } from '@/schemas/deposits/contract'
import { DecideScreening } from './decide-screening'

type ScreenedDepositsProps = {
  /** Null: the deposits that the platform's list flagged. */
  projectId: string | null
  disabledReason: string | null
}

/** Flagged deposits that wait for a decision; nothing is shown where none does. */
export function ScreenedDeposits({ projectId, disabledReason }: ScreenedDepositsProps) {
  const trpc = useTRPC()
  const [page, setPage] = useState(1)
  const own = useQuery(
    trpc.deposits.listScreened.queryOptions(
      { projectId: projectId ?? '', page },
      { enabled: projectId !== null, placeholderData: keepPreviousData },
    ),
  )
  const ofAll = useQuery(
    trpc.deposits.listScreenedOfAll.queryOptions(
      { page },
      { enabled: projectId === null, placeholderData: keepPreviousData },
    ),
  )
  const query = projectId === null ? ofAll : own
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

function columnsOf(projectId: string | null, shortfall: string | null): readonly TableColumn<ScreenedDepositView>[] {
  const business: TableColumn<ScreenedDepositView> = {
    id: 'business',
    header: 'Business',
    hideBelow: 'lg',
    cell: (row) => <TextLink href={paths.business(row.businessId)}>{row.businessName}</TextLink>,
  }
  return [
    {
      id: 'amount',
      header: 'Amount',
      cell: (row) => {
        const shown = <Amount value={row.amount} unit={row.symbol} />
        return projectId === null ? shown : <AppLink href={paths.deposit(projectId, row.id)}>{shown}</AppLink>
      },
    },
    addressColumn((row) => row.fromAddress, { id: 'from', header: 'From' }),
    ...(projectId === null ? [business] : []),
    dateColumn((row) => row.createdAt, { header: 'Seen', hideBelow: 'md' }),
    actionsColumn((row) => (
      <DecideScreening projectId={projectId} deposit={row} disabledReason={shortfall ?? whoDecides(projectId, row)} />
    )),
  ]
}

/** Why the people of a business do not decide: the platform's list named the sender. */
export function whoDecides(projectId: string | null, { screened }: Pick<ScreenedDepositView, 'screened'>) {
  return projectId !== null && screened?.list === 'OPERATOR'
    ? 'The sender is on the list of the platform: its operators decide'
    : null
}
