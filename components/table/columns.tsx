import type { ReactNode } from 'react'
import { Address } from '@/components/ui/address'
import { Amount } from '@/components/ui/amount'
import { cn } from '@/components/ui/cn'
import { CopyButton } from '@/components/ui/copy-button'
import { Hint } from '@/components/ui/hint'
import { ShortId } from '@/components/ui/short-id'
import { StateBadge, type StateDisplay } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { TableColumn } from './table-column'

type Base<Row> = Partial<Pick<TableColumn<Row>, 'id' | 'header' | 'hideBelow' | 'align'>>

/** An id, shortened, with a copy button next to the row's link. */
export function idColumn<Row>(read: (row: Row) => string, base: Base<Row> = {}): TableColumn<Row> {
  return {
    id: 'id',
    header: 'ID',
    ...base,
    cell: (row) => <ShortId value={read(row)} />,
    trailing: (row) => <CopyButton value={read(row)} label="Copy id" />,
  }
}

/** An address or hash with copy; empty values show a dash. */
export function addressColumn<Row>(
  read: (row: Row) => string | null,
  base: Base<Row> & { kind?: string } = {},
): TableColumn<Row> {
  const { kind, ...rest } = base
  return {
    id: 'address',
    header: 'Address',
    ...rest,
    cell: (row) => {
      const value = read(row)
      return value ? <Address value={value} kind={kind} /> : <Dash />
    },
  }
}

/** A time, shown relative to now, with UTC on hover. */
export function dateColumn<Row>(
  read: (row: Row) => Date | string | null,
  base: Base<Row> & { fallback?: string } = {},
): TableColumn<Row> {
  const { fallback, ...rest } = base
  return { id: 'createdAt', header: 'Created', ...rest, cell: (row) => <Time value={read(row)} fallback={fallback} /> }
}

/** Long text on one line, shown in full on hover. The column takes the remaining width. */
export function textColumn<Row>(
  read: (row: Row) => string | null,
  { isMono, ...base }: Base<Row> & { isMono?: boolean },
): TableColumn<Row> {
  return {
    id: 'text',
    header: 'Text',
    ...base,
    fills: true,
    cell: (row) => {
      const text = read(row)
      if (!text) return <Dash />
      return (
        <Hint content={text} className={cn('block min-w-0 truncate', isMono && 'font-mono text-[0.8125rem]')}>
          {text}
        </Hint>
      )
    },
  }
}

/** A decimal string with its unit, right-aligned so that digits line up. */
export function amountColumn<Row>(
  read: (row: Row) => { amount: string; unit: ReactNode } | null,
  base: Base<Row> = {},
): TableColumn<Row> {
  return {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    ...base,
    cell: (row) => {
      const value = read(row)
      if (!value) return <Dash />
      return <Amount value={value.amount} unit={value.unit} />
    },
  }
}

/** A state badge; the second argument maps each state to its display. */
export function stateColumn<Row, S extends string>(
  read: (row: Row) => S,
  displays: Record<S, StateDisplay>,
  base: Base<Row> = {},
): TableColumn<Row> {
  return {
    id: 'status',
    header: 'Status',
    ...base,
    cell: (row) => <StateBadge state={read(row)} displays={displays} />,
  }
}

/** The row's actions, at the end, without a visible header. */
export function actionsColumn<Row>(render: (row: Row) => ReactNode): TableColumn<Row> {
  return { id: 'actions', header: 'Actions', headerHidden: true, align: 'end', cell: render }
}

function Dash() {
  return <span className="text-muted-foreground">—</span>
}
