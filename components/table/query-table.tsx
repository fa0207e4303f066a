'use client'

import type { ComponentProps } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { DataTable } from './data-table'
import { type ListProps, listParts } from './list-parts'

type QueryTableProps<Row extends object> = ListProps<Row> &
  Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'skeletonRows' | 'flush'>

/**
 * The table of a query. It shows rows as they load, an error instead of them, or a notice above rows that could not be
 * refreshed. It also has the pages, and the text of an empty list with and without filters. Filters are above it and
 * always visible.
 */
export function QueryTable<Row extends object>({ query, empty, onClear, onPage, ...table }: QueryTableProps<Row>) {
  const none = empty ?? <EmptyState title={`No ${table.label.toLowerCase()} yet`} />
  const { rows, instead, notice, pages, isStale } = listParts({ query, empty: none, onClear, onPage })
  return <DataTable {...table} rows={rows} instead={instead} notice={notice} stale={isStale} footer={pages} />
}
