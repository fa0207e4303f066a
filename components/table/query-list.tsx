'use client'

import type { ReactNode } from 'react'
import { Card } from '@/components/ui/card'
import { cn } from '@/components/ui/cn'
import { Skeleton } from '@/components/ui/skeleton'
import { type ListProps, listParts } from './list-parts'

type QueryListProps<Row> = ListProps<Row> & {
  /** Each row is a card, and so is the placeholder. */
  cards?: boolean
  children: (rows: readonly Row[]) => ReactNode
}

/** The counterpart of QueryTable for lists that are not tables. */
export function QueryList<Row>({ cards, children, ...list }: QueryListProps<Row>) {
  const { rows, instead, notice, pages, isStale } = listParts(list)
  if (instead || !rows) {
    const inside = instead ?? <Skeleton className="m-5 h-24" />
    return cards ? <Card flush>{inside}</Card> : inside
  }
  return (
    <>
      {notice}
      <div
        aria-busy={isStale || undefined}
        className={cn('transition-opacity', cards && 'space-y-6', isStale && 'opacity-60')}
      >
        {children(rows)}
      </div>
      {pages ? <div className={cards ? 'pt-4' : 'border-t px-4 py-3'}>{pages}</div> : null}
    </>
  )
}
