'use client'

import { actionsColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { shortenMiddle } from '@/components/ui/shorten-middle'
import type { DepositTokenView } from '@/schemas/payments/stablecoins/contract'
import { exactAmount } from '@/server/money/display-amount'
import { SetSweepLeast } from './set-sweep-least'
import { SwitchDepositToken } from './switch-deposit-token'

const COLUMNS: readonly TableColumn<DepositTokenView>[] = [
  { id: 'symbol', header: 'Token', cell: ({ symbol }) => <span className="font-medium">{symbol}</span> },
  { id: 'chain', header: 'Chain', cell: ({ chainName }) => chainName },
  {
    id: 'address',
    header: 'Address',
    hideBelow: 'sm',
    cell: ({ tokenAddress }) => <span className="font-mono text-[0.8125rem]">{shortenMiddle(tokenAddress)}</span>,
  },
  { id: 'peg', header: 'Pegged to', hideBelow: 'sm', cell: ({ peg }) => peg },
  { id: 'decimals', header: 'Decimals', align: 'end', hideBelow: 'md', cell: ({ decimals }) => decimals },
  {
    id: 'sweep',
    header: 'Minimum sweep',
    align: 'end',
    hideBelow: 'md',
    cell: ({ sweepLeast, symbol }) => (
      <span className="tabular whitespace-nowrap">
        {exactAmount(sweepLeast)} {symbol}
      </span>
    ),
  },
  {
    id: 'state',
    header: 'State',
    cell: ({ isActive }) => (isActive ? <Badge tone="success">On</Badge> : <Badge>Off</Badge>),
  },
  actionsColumn((row) => (
    <span className="flex flex-wrap justify-end gap-2">
      <SetSweepLeast token={row} />
      <SwitchDepositToken token={row} />
    </span>
  )),
]

/** Every token that payments are, or were, taken in. */
export function DepositTokenTable({ query }: { query: ListQuery<DepositTokenView> }) {
  return <QueryTable label="Deposit tokens" columns={COLUMNS} query={query} rowKey={(row) => row.id} />
}
