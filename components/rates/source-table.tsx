'use client'

import { actionsColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { FxSourceView } from '@/schemas/fx/contract'
import { groupDigits } from '@/server/money/display-amount'
import { EditSource } from './edit-source'
import { SOURCE_NAMES } from './source-names'

const COLUMNS: readonly TableColumn<FxSourceView>[] = [
  {
    id: 'name',
    header: 'Source',
    cell: ({ name }) => <span className="font-medium">{SOURCE_NAMES[name]}</span>,
  },
  {
    id: 'rate',
    header: 'NGN for 1 USD',
    align: 'end',
    cell: ({ ngnPerUsd }) =>
      ngnPerUsd === null ? (
        <span className="text-muted-foreground">—</span>
      ) : (
        <span className="tabular whitespace-nowrap">{groupDigits(ngnPerUsd)}</span>
      ),
  },
  { id: 'state', header: 'State', cell: (row) => <State row={row} /> },
  { id: 'since', header: 'Since', hideBelow: 'sm', cell: (row) => <Time value={row.observedAt} fallback="—" /> },
  {
    id: 'limit',
    header: 'Age limit',
    align: 'end',
    hideBelow: 'md',
    cell: ({ name, maxAgeMinutes }) =>
      name === 'fixed' ? '—' : <span className="tabular">{toAge(maxAgeMinutes)}</span>,
  },
  {
    id: 'deviation',
    header: 'May differ by',
    align: 'end',
    hideBelow: 'lg',
    cell: ({ name, maxDeviationBps }) =>
      name === 'fixed' ? '—' : <span className="tabular">{maxDeviationBps / 100}%</span>,
  },
  actionsColumn((row) => <EditSource source={row} />),
]

function toAge(minutes: number): string {
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

function State({ row: { isActive, isUsed, isFresh, ngnPerUsd, problem } }: { row: FxSourceView }) {
  if (!isActive) return <Badge>Off</Badge>
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-2 py-1">
      {isUsed ? <Badge tone="success">In use</Badge> : null}
      {!isUsed && isFresh ? <Badge tone="neutral">Fresh</Badge> : null}
      {isFresh ? null : <Badge tone="warning">{ngnPerUsd === null ? 'No rate yet' : 'Too old'}</Badge>}
      {problem === null ? null : <span className="max-w-80 text-[0.8125rem] text-muted-foreground">{problem}</span>}
    </span>
  )
}

/** The sources in the order in which they count. */
export function SourceTable({ query }: { query: ListQuery<FxSourceView> }) {
  return <QueryTable label="Sources" columns={COLUMNS} query={query} rowKey={(row) => row.name} />
}
