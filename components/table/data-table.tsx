'use client'

import { useRouter } from 'next/navigation'
import { type MouseEvent, type ReactNode, useMemo, useState } from 'react'
import { AppLink } from '@/components/layout/app-link'
import { cn } from '@/components/ui/cn'
import { ScrollBox } from '@/components/ui/scroll-box'
import { Skeleton } from '@/components/ui/skeleton'
import { ColumnHeader } from './column-header'
import { type Sorting, sortRows } from './sort-rows'
import type { TableColumn } from './table-column'
import { CELL_PADDING, HIDE_BELOW, NOWRAP_FROM } from './table-styles'

const WIDTHS = ['w-28', 'w-20', 'w-24', 'w-16'] as const

const NO_ROWS: readonly never[] = []

type DataTableProps<Row> = {
  /** The name of the rows; screen readers use it for the table. */
  label: string
  columns: readonly TableColumn<Row>[]
  /** Undefined while loading. */
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  /** Makes each row a link, through its first column. A row without an address is not a link. */
  rowHref?: (row: Row) => string | undefined
  /** Replaces the rows, over the full width. */
  instead: ReactNode
  /** Shown above the headers. */
  notice: ReactNode
  skeletonRows?: number
  /** Dims the rows while the next page or filter loads. */
  stale?: boolean
  footer?: ReactNode
  /** Without a frame, for cards. */
  flush?: boolean
}

/**
 * Headers and rows, or their placeholder; wide tables scroll inside their own frame. Lists use it through QueryTable; a
 * part of a larger answer, whose page shows the state, uses it directly.
 */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, rowHref, instead, notice, skeletonRows = 5, stale, footer, flush } = props
  const { sorted, toggle, directionOf } = useSortedRows(rows ?? NO_ROWS, columns)
  const classOf = cellClasses(columns)
  const { push } = useRouter()
  /** Handles clicks on text. The rest of the row is a link, which the keyboard uses too. */
  function openRow({ currentTarget, target, metaKey, ctrlKey }: MouseEvent, href: string) {
    // Dialogs and menus pass their events up the React tree from elsewhere on the page.
    if (!(target instanceof Element) || !currentTarget.contains(target)) return
    if (target.closest('a, button, input, label, [role=button]') || getSelection()?.toString()) return
    if (metaKey || ctrlKey) window.open(href, '_blank')
    else push(href)
  }
  return (
    <div className={cn('@container/list min-w-0 overflow-hidden', !flush && 'plate')}>
      {notice}
      <ScrollBox label={`${label}, scrollable`} className="relative overflow-x-auto focus-visible:-outline-offset-2">
        <table
          aria-label={label}
          aria-busy={(!instead && rows === undefined) || stale || undefined}
          // In a card, the outer columns are aligned with its title and its buttons.
          className={cn(
            'w-full border-collapse text-left',
            flush && '[&_:is(td,th):first-child]:pl-5 [&_:is(td,th):last-child]:pr-5',
          )}
        >
          <thead className="border-b bg-sunken">
            <tr>
              {columns.map((column) => (
                <ColumnHeader
                  key={column.id}
                  column={column}
                  sorted={directionOf(column)}
                  onSort={() => toggle(column)}
                />
              ))}
            </tr>
          </thead>
          <tbody className={cn('divide-y transition-opacity', stale && 'opacity-60')}>
            {instead ? (
              <tr>
                <td colSpan={columns.length}>{instead}</td>
              </tr>
            ) : null}
            {!instead && rows === undefined ? <SkeletonRows columns={columns} count={skeletonRows} /> : null}
            {sorted.map((row) => {
              const href = rowHref?.(row)
              return (
                <tr
                  key={rowKey(row)}
                  onClick={href ? (event) => openRow(event, href) : undefined}
                  className={cn('relative', href && 'cursor-pointer transition-colors hover:bg-muted/60')}
                >
                  {columns.map((column, index) => (
                    <td key={column.id} className={classOf(column)}>
                      <span
                        className={cn(
                          // Above the row's link, so that text can be hovered and selected.
                          'relative z-10 inline-flex max-w-full items-center gap-0.5',
                          column.align === 'end' && 'justify-end',
                        )}
                      >
                        {href && index === 0 ? (
                          <AppLink
                            href={href}
                            className="rounded-sm font-medium after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2"
                          >
                            {column.cell(row)}
                          </AppLink>
                        ) : (
                          column.cell(row)
                        )}
                        {column.trailing?.(row)}
                      </span>
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollBox>
      {footer ? <div className={cn('border-t py-3', flush ? 'px-5' : 'px-4')}>{footer}</div> : null}
    </div>
  )
}

function cellClasses<Row>(columns: readonly TableColumn<Row>[]): (column: TableColumn<Row>) => string {
  const filling = columns.find(({ fills }) => fills)
  const beside = filling && (filling.hideBelow ? NOWRAP_FROM[filling.hideBelow] : 'whitespace-nowrap')
  return (column) =>
    cn(
      CELL_PADDING,
      'h-12 py-1.5 align-middle [&_:is(button,[role=button])]:relative [&_:is(button,[role=button])]:z-10',
      column.align === 'end' && 'text-right',
      // Its text counts for nothing when the browser shares out the width.
      column === filling ? 'w-full min-w-32 max-w-0' : beside,
      column.hideBelow && HIDE_BELOW[column.hideBelow],
    )
}

/** Rows of the coming table's shape. */
function SkeletonRows<Row>({ columns, count }: { columns: readonly TableColumn<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
    <tr key={row}>
      {columns.map((column, index) => (
        <td key={column.id} className={cn('h-12', CELL_PADDING, column.hideBelow && HIDE_BELOW[column.hideBelow])}>
          <Skeleton className={cn(WIDTHS[(row + index) % WIDTHS.length], column.align === 'end' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  ))
}

/** The rows in the order a reader chose by a column's header; the given order until then. */
function useSortedRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]) {
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const sortValue = columns.find(({ id }) => id === sorting?.columnId)?.sortValue
  const sorted = useMemo(
    () => (sorting && sortValue ? sortRows(rows, sortValue, sorting.direction) : rows),
    [rows, sortValue, sorting],
  )
  /** One way, the other way, not at all; numbers begin with the largest. */
  function toggle({ id, sortValue: read }: TableColumn<Row>) {
    const first = rows[0] && typeof read?.(rows[0]) === 'number' ? 'desc' : 'asc'
    const second = first === 'asc' ? 'desc' : 'asc'
    setSorting((now) => {
      if (now?.columnId !== id) return { columnId: id, direction: first }
      return now.direction === first ? { columnId: id, direction: second } : null
    })
  }
  const directionOf = ({ id }: TableColumn<Row>) => (sorting?.columnId === id ? sorting.direction : false)
  return { sorted, toggle, directionOf }
}
