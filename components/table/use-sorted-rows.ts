'use client'

import { useMemo, useState } from 'react'
import { type Sorting, sortRows } from './sort-rows'
import type { TableColumn } from './table-column'

/** The rows in the order a reader chose by a column's header; the given order until then. */
export function useSortedRows<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]) {
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
