'use client'

import { useQuery } from '@tanstack/react-query'
import { amountColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import type { ReconciliationView } from '@/server/payments/providers/contract'
import { PROVIDER_NAMES, RECONCILIATION_LOOKS } from './provider-looks'

const COLUMNS: readonly TableColumn<ReconciliationView>[] = [
  { id: 'day', header: 'Day (UTC)', cell: (row) => <span className="whitespace-nowrap font-medium">{row.day}</span> },
  { id: 'provider', header: 'Provider', cell: (row) => PROVIDER_NAMES[row.provider] },
  stateColumn((row) => row.state, RECONCILIATION_LOOKS),
  amountColumn((row) => ({ amount: row.theirAmount, unit: 'NGN' }), { id: 'theirs', header: 'They say' }),
  amountColumn((row) => ({ amount: row.ourAmount, unit: 'NGN' }), { id: 'ours', header: 'We have' }),
  {
    id: 'brought',
    header: 'Brought in',
    align: 'end',
    hideBelow: 'md',
    cell: (row) => (row.unmatchedCount ? `${row.broughtCount}, ${row.unmatchedCount} nobody’s` : row.broughtCount),
  },
  { id: 'problem', header: 'Problem', hideBelow: 'lg', cell: (row) => row.problem ?? '—' },
  { id: 'at', header: 'Compared', hideBelow: 'sm', cell: (row) => <Time value={row.comparedAt} /> },
]

/** What providers say of each day, beside what we have. */
export function ReconciliationTable() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.listReconciliations.queryOptions())
  const empty = (
    <EmptyState title="Nothing was compared yet">
      Once a day what providers list of the last three days is compared with what was received.
    </EmptyState>
  )
  return <QueryTable label="Reconciliation" columns={COLUMNS} query={query} rowKey={(row) => row.id} empty={empty} />
}
