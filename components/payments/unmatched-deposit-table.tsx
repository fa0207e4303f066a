'use client'

import { actionsColumn, addressColumn, dateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import type { UnmatchedDepositView } from '@/schemas/payments/stablecoins/contract'
import { exactAmount } from '@/server/money/display-amount'
import { DecideArrival } from './decide-arrival'
import { RecoverDeposit } from './recover-deposit'

const DISPLAYS = {
  FOREIGN: { tone: 'neutral', label: 'Not accepted' },
  REVERTED: { tone: 'danger', label: 'Reorged' },
  DOUBTFUL: { tone: 'warning', label: 'Arrived again' },
} satisfies Record<UnmatchedDepositView['state'], StateDisplay>

const COLUMNS: readonly TableColumn<UnmatchedDepositView>[] = [
  {
    id: 'amount',
    header: 'Amount',
    cell: (row) => (
      <span className="block min-w-0 py-1">
        <span className="tabular block font-medium list-sm:whitespace-nowrap">
          {exactAmount(row.amount)} {row.symbol}
        </span>
        <span className="block text-[0.8125rem] text-muted-foreground">{row.chainName}</span>
        <span className="mt-1 block list-sm:hidden">
          <State row={row} />
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    hideBelow: 'sm',
    cell: (row) => <State row={row} />,
  },
  addressColumn((row) => row.address, { hideBelow: 'md' }),
  addressColumn((row) => row.txHash, { id: 'hash', header: 'Transaction', hideBelow: 'xl', kind: 'transaction hash' }),
  dateColumn((row) => row.arrivedAt, { header: 'Arrived', hideBelow: 'sm' }),
  actionsColumn((row) => (
    <>
      {row.recovery ? <RecoverDeposit unmatchedDeposit={row} /> : null}
      <DecideArrival unmatchedDeposit={row} />
    </>
  )),
]

function State({ row: { state, proposal } }: { row: UnmatchedDepositView }) {
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      <StateBadge state={state} displays={DISPLAYS} />
      {proposal ? <Badge tone="accent">Awaiting approval</Badge> : null}
    </span>
  )
}

/** The unmatched deposits to payment addresses, until each is sent away or decided. */
export function UnmatchedDepositTable({
  query,
  onPage,
}: {
  query: ListQuery<UnmatchedDepositView>
  onPage: (page: number) => void
}) {
  const empty = (
    <EmptyState title="No unmatched deposits">
      Deposits to a payment address that do not belong to its payment appear here.
    </EmptyState>
  )
  return (
    <QueryTable
      label="Unmatched deposits"
      columns={COLUMNS}
      query={query}
      rowKey={(row) => row.id}
      empty={empty}
      onPage={onPage}
    />
  )
}
