import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import type { TableColumn } from './table-column'
import { HIDE_BELOW } from './table-styles'

const WIDTHS = ['w-28', 'w-20', 'w-24', 'w-16'] as const

/** Rows of the coming table's shape. */
export function SkeletonRows<Row>({ columns, count }: { columns: readonly TableColumn<Row>[]; count: number }) {
  return Array.from({ length: count }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholder rows have no identity.
    <tr key={row}>
      {columns.map((column, index) => (
        <td key={column.id} className={cn('h-12 px-4', column.hideBelow && HIDE_BELOW[column.hideBelow])}>
          <Skeleton className={cn(WIDTHS[(row + index) % WIDTHS.length], column.align === 'end' && 'ml-auto')} />
        </td>
      ))}
    </tr>
  ))
}
