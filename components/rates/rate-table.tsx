'use client'

import { dateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import type { RateView } from '@/schemas/fx/contract'
import { groupDigits } from '@/server/money/display-amount'
import { SOURCE_NAMES } from './source-names'

const DISPLAYS = {
  accepted: { tone: 'success', label: 'Accepted' },
  refused: { tone: 'danger', label: 'Refused' },
} satisfies Record<RateView['status'], StateDisplay>

const COLUMNS: readonly TableColumn<RateView>[] = [
  {
    id: 'rate',
    header: 'NGN for 1 USD',
    cell: (row) => <span className="tabular whitespace-nowrap font-medium">{groupDigits(row.ngnPerUsd)}</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) => (
      <span className="flex min-w-0 flex-wrap items-center gap-2 py-1">
        <StateBadge state={row.status} displays={DISPLAYS} />
        {row.why === null ? null : <span className="max-w-80 text-[0.8125rem] text-muted-foreground">{row.why}</span>}
      </span>
    ),
  },
  { id: 'source', header: 'Source', hideBelow: 'sm', cell: (row) => SOURCE_NAMES[row.source] },
  dateColumn((row) => row.observedAt, { header: 'Since', hideBelow: 'sm' }),
]

/** Every rate there was, also the refused ones. */
export function RateTable({ query, onPage }: { query: ListQuery<RateView>; onPage: (page: number) => void }) {
  return <QueryTable label="Rates so far" columns={COLUMNS} query={query} rowKey={(row) => row.id} onPage={onPage} />
}
