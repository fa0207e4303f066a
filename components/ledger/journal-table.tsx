'use client'

import { Scale } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { dateColumn, textColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { EmptyState } from '@/components/ui/empty-state'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge } from '@/components/ui/state-badge'
import type { JournalView } from '@/schemas/ledger/contract'
import type { JournalKind } from '@/schemas/ledger/words'
import { FundsAfter, FundsBelow } from './funds-after'
import { JOURNAL_DISPLAYS, KIND_OPTIONS, OWN_KIND_OPTIONS } from './journal-displays'
import { Usd } from './usd'

type Wanted = {
  withBusiness: boolean
  /** The list has every movement of one business, so that each row has the balance after it. */
  withBalance: boolean
}

function columnsOf({ withBusiness, withBalance }: Wanted): readonly TableColumn<JournalView>[] {
  const business: TableColumn<JournalView> = {
    id: 'business',
    header: 'Business',
    hideBelow: 'sm',
    cell: (row) => <TextLink href={paths.business(row.businessId)}>{row.businessName}</TextLink>,
  }
  const after: TableColumn<JournalView> = {
    id: 'after',
    header: 'Balance (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <FundsAfter after={row.after} />,
  }
  return [
    {
      id: 'kind',
      header: 'Kind',
      cell: (row) => (
        <span className="py-1">
          <StateBadge state={row.kind} displays={JOURNAL_DISPLAYS} />
          <TimeBelow value={row.createdAt} until="sm" />
        </span>
      ),
    },
    ...(withBusiness ? [business] : []),
    {
      id: 'available',
      header: 'Available (USD)',
      align: 'end',
      cell: (row) => (
        <span className="block">
          <Usd value={row.available} signed />
          <FundsBelow after={row.after} />
        </span>
      ),
    },
    {
      id: 'reserved',
      header: 'Held (USD)',
      align: 'end',
      hideBelow: 'md',
      cell: (row) => <Usd value={row.reserved} signed />,
    },
    ...(withBalance ? [after] : []),
    { id: 'gas', header: 'Charged (USD)', align: 'end', hideBelow: '2xl', cell: (row) => <Usd value={row.gas} /> },
    { id: 'transaction', header: 'Transaction', hideBelow: 'lg', cell: (row) => <TransactionLink row={row} /> },
    textColumn((row) => row.reason, { id: 'reason', header: 'Reason', hideBelow: 'lg' }),
    dateColumn((row) => row.createdAt, { header: 'When', hideBelow: 'sm' }),
  ]
}

function TransactionLink({ row: { transactionId, projectId } }: { row: JournalView }) {
  if (!transactionId) return <span className="text-muted-foreground">—</span>
  const short = <ShortId value={transactionId} />
  if (!projectId) return short
  return <TextLink href={paths.transaction(projectId, transactionId)}>{short}</TextLink>
}

type JournalTableProps = {
  query: ListQuery<JournalView>
  kind: JournalKind | null
  onKind: (kind: JournalKind | null) => void
  onPage: (page: number) => void
  /** Something else filters besides the kind. */
  filtered: boolean
  onClear: () => void
  withBusiness?: boolean
  /** More filters, before the kind's. */
  children?: ReactNode
}

/** Movements of money, with their filter and pages. */
export function JournalTable(props: JournalTableProps) {
  const { query, kind, onKind, onPage, filtered, onClear, withBusiness = false, children } = props
  const withBalance = kind === null && (!withBusiness || filtered)
  const columns = useMemo(() => columnsOf({ withBusiness, withBalance }), [withBusiness, withBalance])
  return (
    <>
      <FilterBar count={Number(kind !== null) + Number(filtered)} onClear={onClear}>
        {children}
        <FilterSelect
          label="Kind"
          all="All kinds"
          options={withBusiness ? KIND_OPTIONS : OWN_KIND_OPTIONS}
          value={kind}
          onChange={onKind}
        />
      </FilterBar>
      <QueryTable
        label="Transactions"
        columns={columns}
        query={query}
        rowKey={(row) => row.id}
        onClear={kind || filtered ? onClear : undefined}
        onPage={onPage}
        empty={
          <EmptyState icon={<Scale aria-hidden />} title="No transactions yet">
            Credits and gas that is held or charged appear here.
          </EmptyState>
        }
      />
    </>
  )
}
