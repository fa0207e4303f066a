import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '@/components/ui/cn'
import type { TableColumn } from './table-column'
import { CELL_PADDING, HIDE_BELOW } from './table-styles'

type Sorted = false | 'asc' | 'desc'

type ColumnHeaderProps<Row> = { column: TableColumn<Row>; sorted: Sorted; onSort: () => void }

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const

export function ColumnHeader<Row>({ column, sorted, onSort }: ColumnHeaderProps<Row>) {
  const Icon = sorted === 'asc' ? ArrowUp : sorted === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      aria-sort={sorted ? ARIA_SORT[sorted] : undefined}
      className={cn(
        'h-10 whitespace-nowrap font-medium text-muted-foreground text-xs',
        CELL_PADDING,
        column.align === 'end' && 'text-right',
        column.hideBelow && HIDE_BELOW[column.hideBelow],
      )}
    >
      {column.sortValue ? (
        <button
          type="button"
          onClick={onSort}
          className="-mx-1 inline-flex h-7 items-center gap-1 rounded px-1 hover:text-foreground"
        >
          {column.header}
          <Icon aria-hidden className="size-3.5" />
        </button>
      ) : (
        <span className={cn(column.headerHidden && 'sr-only')}>{column.header}</span>
      )}
    </th>
  )
}
