'use client'

import { useQuery } from '@tanstack/react-query'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { EmptyState } from '@/components/ui/empty-state'
import type { ReconciliationView } from '@/schemas/payments/providers/contract'
import { PROVIDER_TITLES } from '@/schemas/payments/providers/words'
import { formatDay } from '@/server/text/format-day'
import { RECONCILIATION_DISPLAYS } from './provider-displays'
import { StartReconciliation } from './start-reconciliation'

const COLUMNS: readonly TableColumn<ReconciliationView>[] = [
  {
    id: 'day',
    header: 'Day (UTC)',
    cell: (row) => (
      <span className="block min-w-0 max-w-96 py-1">
        <span className="block whitespace-nowrap font-medium">{formatDay(row.day)}</span>
        <span className="block whitespace-nowrap text-[0.8125rem] text-muted-foreground">
          {PROVIDER_TITLES[row.provider]}
        </span>
        <span className="mt-1 block text-[0.8125rem] list-sm:hidden">
          Provider <Amount value={row.theirAmount} unit="NGN" />, ours <Amount value={row.ourAmount} unit="NGN" />
        </span>
        {row.problem ? (
          <span className="block break-words text-[0.8125rem] text-danger-foreground">{row.problem}</span>
        ) : null}
        <span className="block list-md:hidden">
          <Unplaced row={row} />
        </span>
      </span>
    ),
  },
  stateColumn((row) => row.state, RECONCILIATION_DISPLAYS),
  amountColumn((row) => ({ amount: row.theirAmount, unit: 'NGN' }), {
    id: 'theirs',
    header: 'Provider total',
    hideBelow: 'sm',
  }),
  amountColumn((row) => ({ amount: row.ourAmount, unit: 'NGN' }), { id: 'ours', header: 'Our total', hideBelow: 'sm' }),
  {
    id: 'brought',
    header: 'Recovered',
    align: 'end',
    hideBelow: 'md',
    cell: (row) => (
      <span className="block py-1">
        <span className="tabular block">{row.broughtCount}</span>
        <Unplaced row={row} />
      </span>
    ),
  },
  dateColumn((row) => row.comparedAt, { header: 'Compared', hideBelow: 'md' }),
]

/** Links to money without an account, which waits for a decision. */
function Unplaced({ row: { unmatchedCount } }: { row: ReconciliationView }) {
  if (unmatchedCount === 0) return null
  return (
    <TextLink href={paths.exceptionsOf('unassigned_receipt')} className="whitespace-nowrap text-[0.8125rem]">
      {unmatchedCount} without an account
    </TextLink>
  )
}

/** The daily totals of the providers, compared with our receipts. */
export function ReconciliationTable() {
  const trpc = useTRPC()
  const query = useQuery(trpc.payments.listReconciliations.queryOptions())
  const empty = (
    <EmptyState title="No reconciliation yet">
      Once a day, the transactions that providers list for the last three days are compared with our receipts.
    </EmptyState>
  )
  return (
    <div className="space-y-4">
      <StartReconciliation />
      <QueryTable label="Reconciliation" columns={COLUMNS} query={query} rowKey={(row) => row.id} empty={empty} />
    </div>
  )
}
