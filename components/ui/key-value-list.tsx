import type { ReactNode } from 'react'
import { cn } from './cn'

export type KeyValue = { label: string; value: ReactNode; hidden?: boolean }

type KeyValueListProps = { items: readonly KeyValue[]; columns?: 1 | 2; className?: string }

/** The facts about one thing. Rows on a phone stack label over value. */
export function KeyValueList({ items, columns = 1, className }: KeyValueListProps) {
  return (
    <dl className={cn('grid gap-x-10', columns === 2 && 'lg:grid-cols-2', className)}>
      {items
        .filter((item) => !item.hidden)
        .map((item) => (
          <div
            key={item.label}
            className="grid gap-x-4 gap-y-0.5 border-b py-2.5 last:border-b-0 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center"
          >
            <dt className="text-muted-foreground">{item.label}</dt>
            <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-2 break-words">{item.value ?? '—'}</dd>
          </div>
        ))}
    </dl>
  )
}
