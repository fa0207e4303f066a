'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Banknote, FileDown } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { FilterPeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { FileLink } from '@/components/layout/file-link'
import { listPaths } from '@/components/list-paths'
import { paths } from '@/components/paths'
import { amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { SavedViews } from '@/components/views/saved-views'
import type { PaymentView, PlanNamed } from '@/schemas/payments/contract'
import { PAYMENT_PURPOSES, PAYMENT_STATES } from '@/schemas/payments/words'
import { formatAmount } from '@/server/money/amount'
import {
  isCreditedLate,
  PAYMENT_DISPLAYS,
  PAYMENT_PAGE_DISPLAYS,
  PURPOSE_NAMES,
  pageState,
  purposeText,
} from './payment-displays'
import { PaymentExceptions } from './payment-exceptions'
import { paymentFilter, toPaymentInput } from './payment-filter'

const REFRESH_MS = { waiting: 3_000, settled: 15_000 } as const
const KOBO = 2

const COLUMNS: readonly TableColumn<PlanNamed<PaymentView>>[] = [
  {
    id: 'paymentRef',
    header: 'Payment',
    cell: (row) => (
      <span className="block py-1">
        <span className="block font-mono">{row.paymentRef}</span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
          {purposeText(row)}, <Amount value={amountOf(row)} unit={row.currency} />
        </span>
        <span className="mt-1 block list-sm:hidden">
          <PaymentExceptions exceptions={isCreditedLate(row) ? [] : row.exceptions} />
        </span>
      </span>
    ),
    trailing: (row) => <CopyButton value={row.paymentRef} label="Copy reference" />,
  },
  stateColumn(pageState, PAYMENT_PAGE_DISPLAYS),
  {
    id: 'purpose',
    header: 'For',
    hideBelow: 'sm',
    cell: (row) => (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        {purposeText(row)}
        <PaymentExceptions exceptions={isCreditedLate(row) ? [] : row.exceptions} />
      </span>
    ),
  },
  amountColumn((row) => ({ amount: amountOf(row), unit: row.currency }), { hideBelow: 'sm' }),
  dateColumn((row) => row.createdAt, { header: 'Opened', hideBelow: 'md' }),
]

/** All payments, with filters that live in the URL. */
export function PaymentList({ projectId }: { projectId: string }) {
  const [filter, setFilter] = useQueryStates(paymentFilter)
  const { page: _, ...narrowing } = filter
  const { from, to, metadata } = filter
  const trpc = useTRPC()
  const query = useQuery(
    trpc.payments.list.queryOptions(toPaymentInput(projectId, filter), {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => status === 'PENDING') ? REFRESH_MS.waiting : REFRESH_MS.settled,
    }),
  )
  return (
    <>
      <SavedViews projectId={projectId} list="payments" filters={narrowing} />
      <FilterBar
        lead={
          <FilterSearch
            label="Search payments"
            placeholder="Start of a reference or id"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
        actions={
          <FileLink
            href={listPaths.paymentsFile(projectId, {
              ...toPaymentInput(projectId, filter),
              metadata: metadata || undefined,
            })}
            icon={<FileDown aria-hidden />}
          >
            CSV
          </FileLink>
        }
        more={{
          count: countFilters({ from, to, metadata }),
          onClear: () => setFilter({ from: null, to: null, metadata: null, page: null }),
          children: (
            <>
              <FilterPeriod from={from} to={to} setFilter={setFilter} />
              <FilterMetadata value={metadata} onChange={(pair) => setFilter({ metadata: pair, page: null })} />
            </>
          ),
        }}
      >
        <FilterSelect
          label="Purpose"
          all="All purposes"
          options={PAYMENT_PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value] }))}
          value={filter.purpose}
          onChange={(purpose) => setFilter({ purpose, page: null })}
        />
        <FilterSelect
          label="Status"
          all="All states"
          options={PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_DISPLAYS[value].label }))}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Payments"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.payment(projectId, row.id)}
        onPage={(page) => setFilter({ page })}
        onClear={Object.values(narrowing).some(Boolean) ? () => setFilter(null) : undefined}
        empty={
          <EmptyState icon={<Banknote aria-hidden />} title="No payments yet">
            Payments for plans and balance top-ups appear here.
          </EmptyState>
        }
      />
    </>
  )
}

function amountOf({ amount }: PaymentView): string {
  return formatAmount(BigInt(amount), KOBO)
}
