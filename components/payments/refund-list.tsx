'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { countFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { actionsColumn, amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge } from '@/components/ui/state-badge'
import { providerName } from '@/schemas/payments/providers/words'
import type { RefundView } from '@/schemas/payments/refunds/contract'
import { REFUND_STATES, type RefundState } from '@/schemas/payments/words'
import { RefundActions } from './refund-actions'
import { REFUND_DISPLAYS, TARGET_NAMES } from './refund-displays'

type Props = {
  state: RefundState | null
  page: number
  onState: (state: RefundState | null) => void
  onPage: (page: number) => void
}

const REFRESH_MS = 5_000

const COLUMNS: readonly TableColumn<RefundView>[] = [
  {
    id: 'refund',
    header: 'Refund',
    cell: (row) => (
      <span className="block min-w-0 max-w-80 py-1">
        {row.paymentId ? (
          <TextLink href={paths.operatorPayment(row.paymentId)} className="font-mono">
            {row.reference}
          </TextLink>
        ) : (
          <span className="font-mono">{row.reference}</span>
        )}
        <span className="block break-words text-[0.8125rem] text-muted-foreground">{row.reason}</span>
        {row.problem ? (
          <span className="block break-words text-[0.8125rem] text-danger-foreground">{row.problem}</span>
        ) : null}
        <span className="mt-1 flex flex-wrap items-center gap-2 list-sm:hidden">
          <StateBadge state={row.state} displays={REFUND_DISPLAYS} />
          <Amount value={row.amountNgn} unit="NGN" />
        </span>
      </span>
    ),
  },
  stateColumn((row) => row.state, REFUND_DISPLAYS, { hideBelow: 'sm' }),
  { id: 'to', header: 'To', hideBelow: 'lg', cell: (row) => `${TARGET_NAMES[row.to]} (${providerName(row.provider)})` },
  { id: 'business', header: 'Business', hideBelow: 'lg', cell: (row) => row.businessName },
  amountColumn((row) => ({ amount: row.amountNgn, unit: 'NGN' }), { hideBelow: 'sm' }),
  dateColumn((row) => row.createdAt, { header: 'Requested', hideBelow: 'lg' }),
  actionsColumn((row) => <RefundActions refund={row} />),
]

/** Refunds of all businesses. */
export function RefundList({ state, page, onState, onPage }: Props) {
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.listRefunds.queryOptions(
      { state: state ?? undefined, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
    ),
  )
  return (
    <div className="space-y-4">
      <FilterBar count={countFilters({ state })} onClear={() => onState(null)}>
        <FilterSelect
          label="State"
          all="All states"
          options={REFUND_STATES.map((value) => ({ value, label: REFUND_DISPLAYS[value].label }))}
          value={state}
          onChange={onState}
        />
      </FilterBar>
      <QueryTable
        label="Refunds"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        onPage={onPage}
        onClear={state ? () => onState(null) : undefined}
        empty={
          <EmptyState icon={<Undo2 aria-hidden />} title="No refunds">
            Start a refund on the page of a payment, or under Exceptions.
          </EmptyState>
        }
      />
    </div>
  )
}
