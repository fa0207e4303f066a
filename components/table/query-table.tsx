'use client'

import type { ComponentProps } from 'react'
import { EmptyState } from '@/components/ui/empty-state'
import { DataTable } from './data-table'
import { type ListProps, listParts } from './list-parts'

type QueryTableProps<Row extends object> = ListProps<Row> &
  Pick<ComponentProps<typeof DataTable<Row>>, 'label' | 'columns' | 'rowKey' | 'rowHref' | 'skeletonRows' | 'flush'>

/**
 * The one table of a query: its rows as they load, an error in their place, a word above those that could not be
 * refreshed, what an empty list says with filters and without, and pages. Filters stand above it and stay whatever
 * happens.
 */
export function QueryTable<Row extends object>({ query, empty, onClear, onPage, ...table }: QueryTableProps<Row>) {
  const none = empty ?? <EmptyState title={`No ${table.label.toLowerCase()} yet`} />
  const { rows, instead, notice, pages, isStale } = listParts({ query, empty: none, onClear, onPage })
  return <DataTable {...table} rows={rows} instead={instead} notice={notice} stale={isStale} footer={pages} />
}
