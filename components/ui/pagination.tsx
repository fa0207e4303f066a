'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from './button'
import { countedText } from './counted'

type PaginationProps = {
  page: number
  pageSize: number
  total: number
  /** Whether there are more than `total`. */
  isMore?: boolean
  /** The rows of the page that is shown. */
  rows: number
  onPageChange: (page: number) => void
  pending?: boolean
}

/** Pages of a list, counted from 1. Keep `page` in the URL. */
export function Pagination({ page, pageSize, total, isMore, rows, onPageChange, pending }: PaginationProps) {
  const isLast = isMore ? rows < pageSize : page >= Math.ceil(total / pageSize)
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1
  const last = isMore ? (page - 1) * pageSize + rows : Math.min(page * pageSize, total)
  return (
    <nav
      aria-label="Pages"
      aria-busy={pending || undefined}
      className="flex flex-wrap items-center justify-between gap-3"
    >
      <p className="tabular text-[0.8125rem] text-muted-foreground" aria-live="polite">
        {first}–{last} of {countedText({ total, isMore })}
      </p>
      <div className="flex gap-2">
        <Button
          size="sm"
          icon={<ChevronLeft aria-hidden />}
          disabledReason={page <= 1 && 'This is the first page'}
          onClick={() => onPageChange(page - 1)}
        >
          Previous
        </Button>
        <Button size="sm" disabledReason={isLast && 'This is the last page'} onClick={() => onPageChange(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </Button>
      </div>
    </nav>
  )
}
