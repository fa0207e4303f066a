import type { ReactNode } from 'react'
import { cn } from './cn'

export type KeyValue = { label: string; value: ReactNode; hidden?: boolean }

type KeyValueListProps = { items: readonly KeyValue[]; columns?: 1 | 2; className?: string }

/** The facts about one thing. */
export function KeyValueList({ items, columns = 1, className }: KeyValueListProps) {
  return (
    <dl className={cn('grid gap-x-10', columns === 2 && 'lg:grid-cols-2', className)}>
      {items
        .filter((item) => !item.hidden)
        .map((item) => (
          <div
            key={item.label}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 border-b py-2 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center sm:py-2.5"
          >
            <dt className="break-words pt-1 text-muted-foreground sm:pt-0">{item.label}</dt>
            <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2 break-words">{item.value ?? '—'}</dd>
          </div>
        ))}
    </dl>
  )
}
