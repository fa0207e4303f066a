'use client'

import { ScrollText } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterSelect } from '@/components/filters/filter-select'
import { dateColumn, idColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { EmptyState } from '@/components/ui/empty-state'
import { Hint } from '@/components/ui/hint'
import type { AuditEntryView, AuditPage } from '@/schemas/audit/contract'

const COLUMNS: readonly TableColumn<AuditEntryView>[] = [
  {
    id: 'action',
    header: 'Action',
    cell: (entry) => (
      <span className="block py-1">
        <span className="break-all font-mono text-[0.8125rem]">{entry.action}</span>
        <TimeBelow value={entry.createdAt} until="sm" />
      </span>
    ),
  },
  { id: 'actor', header: 'Actor', cell: (entry) => <span className="break-words">{entry.actor}</span> },
  idColumn((entry) => entry.target, { id: 'target', header: 'Target', hideBelow: 'md' }),
  {
    id: 'detail',
    header: 'Detail',
    hideBelow: 'lg',
    cell: (entry) => (
      <Hint content={toText(entry.detail)} className="block max-w-80 truncate">
        {toText(entry.detail) || '—'}
      </Hint>
    ),
  },
  { id: 'seq', header: 'No.', align: 'end', hideBelow: 'lg', cell: (entry) => entry.seq },
  dateColumn((entry) => entry.createdAt, { header: 'When', hideBelow: 'sm' }),
]

function toText(detail: AuditEntryView['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
}

type AuditTableProps = {
  query: ComponentProps<typeof QueryTable<AuditEntryView>>['query'] & { data: AuditPage | undefined }
  action: string | null
  onAction: (action: string | null) => void
  onPage: (page: number) => void
  /** More filters, before the action's. */
  children?: ReactNode
}

/** An audit log, with its filter and pages. */
export function AuditTable({ query, action, onAction, onPage, children }: AuditTableProps) {
  return (
    <>
      <FilterBar>
        {children}
        <FilterSelect
          label="Action"
          all="All actions"
          options={(query.data?.actions ?? (action === null ? [] : [action])).map((name) => ({
            value: name,
            label: name,
          }))}
          value={action}
          onChange={onAction}
        />
      </FilterBar>
      <QueryTable
        label="Audit log"
        columns={COLUMNS}
        query={query}
        rowKey={(entry) => String(entry.seq)}
        onClear={action ? () => onAction(null) : undefined}
        onPage={onPage}
        empty={
          <EmptyState icon={<ScrollText aria-hidden />} title="No audit entries yet">
            Changes made by people and API keys appear here permanently.
          </EmptyState>
        }
      />
    </>
  )
}
