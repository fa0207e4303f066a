'use client'

import { Fuel } from 'lucide-react'
import { paths } from '@/components/paths'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Amount } from '@/components/ui/amount'
import { EmptyState } from '@/components/ui/empty-state'
import type { GasUse } from '@/schemas/ledger/contract'
import { Usd } from './usd'

const COLUMNS: readonly TableColumn<GasUse>[] = [
  { id: 'business', header: 'Business', cell: (row) => row.businessName, sortValue: (row) => row.businessName },
  { id: 'chain', header: 'Chain', cell: (row) => row.chainName, sortValue: (row) => row.chainName },
  {
    id: 'charged',
    header: 'Charged (USD)',
    align: 'end',
    cell: (row) => <Usd value={row.charged} />,
    sortValue: (row) => Number(row.charged),
  },
  {
    id: 'held',
    header: 'Held now (USD)',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) => <Usd value={row.held} />,
    sortValue: (row) => Number(row.held),
  },
  {
    id: 'uncharged',
    header: 'Paid by the platform',
    align: 'end',
    hideBelow: 'sm',
    cell: (row) =>
      row.uncharged === '0' ? (
        <span className="text-muted-foreground">—</span>
      ) : (
        <Amount value={row.uncharged} unit={row.nativeSymbol} />
      ),
  },
]

/** Gas by business and chain; a row links to the business. */
export function GasUseTable({ query }: { query: ListQuery<GasUse> }) {
  return (
    <QueryTable
      label="Gas by business and chain"
      columns={COLUMNS}
      query={query}
      rowKey={(row) => `${row.businessId} ${row.chainId}`}
      rowHref={(row) => paths.business(row.businessId)}
      skeletonRows={3}
      empty={
        <EmptyState icon={<Fuel aria-hidden />} title="No gas in this period">
          Fees appear here while they are held for transactions, and once the transactions are mined.
        </EmptyState>
      }
    />
  )
}
