'use client'

import type { UseQueryResult } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { BusinessLink } from '@/components/businesses/business-link'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import type { QueryFailure } from '@/components/query-error-text'
import { dateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import type { JournalPage, JournalView } from '@/schemas/ledger/contract'
import type { JournalKind } from '@/schemas/ledger/words'
import { displayUsd } from '@/server/money/display-amount'
import { FundsAfter, FundsBelow } from './funds-after'
import { JOURNAL_DISPLAYS, KIND_OPTIONS, OWN_KIND_OPTIONS } from './journal-displays'
import { JournalReference } from './journal-reference'
import { type Paired, pairNewestFirst } from './pair-holds'
import { Usd } from './usd'

type ColumnOptions = {
  withBusiness: boolean
  /** The list has every movement of one business, so that each row has the balance after it. */
  withBalance: boolean
  /** The project whose pages the rows link to; without it, the project of each row. */
  projectId?: string
}

function columnsOf({
  withBusiness,
  withBalance,
  projectId,
}: ColumnOptions): readonly TableColumn<Paired<JournalView>>[] {
  const business: TableColumn<Paired<JournalView>> = {
    id: 'business',
    header: 'Business',
    hideBelow: 'sm',
    cell: (row) => <BusinessLink id={row.businessId} name={row.businessName} />,
  }
  const after: TableColumn<Paired<JournalView>> = {
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
          {row.held === null ? null : (
            <span className="block text-muted-foreground text-xs">{displayUsd(row.held)} held before</span>
          )}
          {withBusiness ? (
            <span className="block max-w-40 truncate text-[0.8125rem] text-muted-foreground list-sm:hidden">
              {row.businessName}
            </span>
          ) : null}
          <TimeBelow value={row.createdAt} until="sm" />
          <span className="block font-normal list-md:hidden">
            <JournalReference reference={row.reference} reason={row.reason} projectId={projectId ?? row.projectId} />
          </span>
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
          <ChargedBelow row={row} />
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
    {
      id: 'reference',
      header: 'Reference',
      hideBelow: 'md',
      cell: (row) => (
        <JournalReference reference={row.reference} reason={row.reason} projectId={projectId ?? row.projectId} />
      ),
    },
    dateColumn((row) => row.createdAt, { header: 'When', hideBelow: 'sm' }),
  ]
}

/** The gas that a settlement charged, where the hold before it is a separate row. */
function ChargedBelow({ row: { gas, held } }: { row: Paired<JournalView> }) {
  if (held !== null || /^0\.0+$/.test(gas)) return null
  return (
    <span className="tabular block whitespace-nowrap text-muted-foreground text-xs">{displayUsd(gas)} charged</span>
  )
}

type JournalTableProps = {
  query: UseQueryResult<JournalPage, QueryFailure>
  kind: JournalKind | null
  onKind: (kind: JournalKind | null) => void
  onPage: (page: number) => void
  /** Whether another filter is set besides the kind. */
  filtered: boolean
  onClear: () => void
  withBusiness?: boolean
  /** The project whose pages the rows link to; without it, the project of each row. */
  projectId?: string
  /** Further filters, shown before the kind. */
  children?: ReactNode
}

/** Movements of money, with their filter and pages. */
export function JournalTable(props: JournalTableProps) {
  const { query, kind, onKind, onPage, filtered, onClear, withBusiness = false, projectId, children } = props
  const withBalance = kind === null && (!withBusiness || filtered)
  const columns = useMemo(
    () => columnsOf({ withBusiness, withBalance, projectId }),
    [withBusiness, withBalance, projectId],
  )
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
        query={listWithin(query, ({ items, ...page }) => ({
          ...page,
          items: withBalance ? pairNewestFirst(items) : items.map((row) => ({ ...row, held: null })),
        }))}
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
