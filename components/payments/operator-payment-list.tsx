'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import type { inferParserType } from 'nuqs'
import { BusinessLink } from '@/components/businesses/business-link'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterPeriod } from '@/components/filters/filter-period'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { paths } from '@/components/paths'
import { amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { EmptyState } from '@/components/ui/empty-state'
import type { PlanNamed } from '@/schemas/payments/contract'
import type { OperatorPayment } from '@/schemas/payments/operator/contract'
import { PAYMENT_EXCEPTIONS, PAYMENT_STATES } from '@/schemas/payments/words'
import {
  CLEARED_PAYMENTS,
  type operatorPaymentFilter,
  PROVIDER_OPTIONS,
  toOperatorInput,
} from './operator-payment-filter'
import { EXCEPTION_NAMES, PAYMENT_DISPLAYS, PAYMENT_PAGE_DISPLAYS, pageState, purposeText } from './payment-displays'
import { PaymentExceptions } from './payment-exceptions'

type Filter = Omit<inferParserType<typeof operatorPaymentFilter>, 'tab' | 'state'>
type Change = { [Name in keyof Filter]?: Filter[Name] | null }
type Props = { filter: Filter; onFilter: (change: Change) => void }

const REFRESH_MS = 15_000

const COLUMNS: readonly TableColumn<PlanNamed<OperatorPayment>>[] = [
  {
    id: 'payment',
    header: 'Payment',
    cell: (row) => (
      <span className="block py-1">
        <span className="block font-mono">{row.paymentRef}</span>
        <span className="block max-w-60 truncate text-[0.8125rem] text-muted-foreground">
          {purposeText(row)}
          {row.clientReference ? `, ${row.clientReference}` : null}
        </span>
        <span className="block text-[0.8125rem] text-muted-foreground list-md:hidden">
          {row.businessName}
          <span className="list-sm:hidden">
            , <Amount value={row.amountNgn} unit="NGN" />
          </span>
        </span>
      </span>
    ),
  },
  stateColumn(pageState, PAYMENT_PAGE_DISPLAYS),
  {
    id: 'exceptions',
    header: 'Exceptions',
    hideBelow: 'lg',
    cell: ({ exceptions }) => <PaymentExceptions exceptions={exceptions} />,
  },
  {
    id: 'business',
    header: 'Business',
    hideBelow: 'md',
    cell: (row) => <BusinessLink id={row.businessId} name={row.businessName} />,
  },
  amountColumn((row) => ({ amount: row.amountNgn, unit: 'NGN' }), { hideBelow: 'sm' }),
  dateColumn((row) => row.createdAt, { header: 'Opened', hideBelow: 'lg' }),
]

/** Payments of all businesses, with filters that live in the URL. */
export function OperatorPaymentList({ filter, onFilter }: Props) {
  const trpc = useTRPC()
  const businesses = useQuery(trpc.businesses.list.queryOptions())
  const query = useQuery(
    trpc.payments.listAll.queryOptions(toOperatorInput(filter), {
      placeholderData: keepPreviousData,
      refetchInterval: REFRESH_MS,
    }),
  )
  const { status, exception, provider, businessId, search, from, to } = filter
  const isFiltered = status || exception || provider || businessId || search || from || to
  return (
    <div className="space-y-4">
      <FilterBar
        lead={
          <FilterSearch
            label="Search payments"
            placeholder="PAY-, SLP-, RFD- or own reference"
            maxLength={128}
            value={search}
            onSearch={(text) => onFilter({ search: text || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => onFilter(withoutFilters(filter))}
        more={{
          count: countFilters({ provider, businessId, from, to }),
          onClear: () => onFilter({ provider: null, businessId: null, from: null, to: null, page: null }),
          children: (
            <>
              <FilterSelect
                label="Provider"
                all="All providers"
                options={PROVIDER_OPTIONS}
                value={provider}
                onChange={(next) => onFilter({ provider: next, page: null })}
              />
              <FilterSelect
                label="Business"
                all="All businesses"
                options={businesses.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
                value={businessId}
                onChange={(next) => onFilter({ businessId: next, page: null })}
              />
              <FilterPeriod from={from} to={to} setFilter={onFilter} />
            </>
          ),
        }}
      >
        <FilterSelect
          label="Status"
          all="All states"
          options={PAYMENT_STATES.map((value) => ({ value, label: PAYMENT_DISPLAYS[value].label }))}
          value={status}
          onChange={(next) => onFilter({ status: next, page: null })}
        />
        <FilterSelect
          label="Exceptions"
          all="All payments"
          options={PAYMENT_EXCEPTIONS.map((value) => ({ value, label: EXCEPTION_NAMES[value] }))}
          value={exception}
          onChange={(next) => onFilter({ exception: next, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Payments"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.operatorPayment(row.id)}
        onPage={(page) => onFilter({ page })}
        onClear={isFiltered ? () => onFilter(CLEARED_PAYMENTS) : undefined}
        empty={
          <EmptyState icon={<Banknote aria-hidden />} title="No payments yet">
            Payments of businesses for plans and balance top-ups appear here.
          </EmptyState>
        }
      />
    </div>
  )
}
