'use client'

import { amountColumn, stateColumn } from '@/components/table/columns'
import { DataTable } from '@/components/table/data-table'
import type { TableColumn } from '@/components/table/table-column'
import { Address } from '@/components/ui/address'
import type { OperationView } from '@/server/tokens/operations/contract'
import { OPERATION_LOOKS } from './token-looks'

type Line = NonNullable<OperationView['items']>[number]

const COLUMNS: readonly TableColumn<Line>[] = [
  { id: 'line', header: 'Line', cell: ({ line }) => line + 1 },
  { id: 'address', header: 'Wallet', cell: ({ address }) => <Address value={address} /> },
  stateColumn((row) => row.status, OPERATION_LOOKS, { header: 'Outcome' }),
  amountColumn(({ amount }) => (amount === null ? null : { amount, unit: null }), {
    header: 'Tokens',
    hideBelow: 'sm',
  }),
  { id: 'code', header: 'Why not', hideBelow: 'md', cell: ({ code }) => (code ? <code>{code}</code> : '—') },
]

/** What became of each line of a batch. */
export function OperationLines({ items }: { items: readonly Line[] }) {
  return (
    <DataTable
      flush
      label="Lines"
      columns={COLUMNS}
      rows={items}
      rowKey={({ line }) => String(line)}
      instead={null}
      notice={null}
    />
  )
}
