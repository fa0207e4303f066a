'use client'

import { ScrollText } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { morePeriod } from '@/components/filters/filter-period'
import { FilterSelect } from '@/components/filters/filter-select'
import { toId } from '@/components/filters/parse-as-id'
import { dateColumn } from '@/components/table/columns'
import { IdLink } from '@/components/table/id-link'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { CopyButton } from '@/components/ui/copy-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Hint } from '@/components/ui/hint'
import { ShortId } from '@/components/ui/short-id'
import { actionText } from '@/schemas/audit/action-texts'
import type { AuditEntryView, AuditPage } from '@/schemas/audit/contract'
import { AuditDetail } from './audit-detail'
import type { AuditListFilter } from './audit-filter'
import { targetHref } from './target-href'
import { targetText } from './target-text'

function columnsFor(projectId: string | null): readonly TableColumn<AuditEntryView>[] {
  return [
    {
      id: 'action',
      header: 'Action and actor',
      cell: (entry) => (
        <span className="block whitespace-normal py-1 list-lg:w-56">
          <Hint content={entry.action} className="wrap-anywhere block font-medium">
            {actionText(entry.action)}
          </Hint>
          <Hint
            content={entry.actor}
            className="block max-w-56 truncate font-normal text-[0.8125rem] text-muted-foreground"
          >
            {entry.actor}
          </Hint>
          <span className="block font-normal text-[0.8125rem] list-md:hidden">
            <Target entry={entry} href={targetHref(entry, projectId)} />
          </span>
          {Object.keys(entry.detail).length > 0 ? (
            <span className="block list-lg:hidden">
              <AuditDetail entry={entry} projectId={projectId} />
            </span>
          ) : null}
          <TimeBelow value={entry.createdAt} until="sm" />
        </span>
      ),
    },
    {
      id: 'target',
      header: 'Target',
      hideBelow: 'md',
      cell: (entry) => <Target entry={entry} href={targetHref(entry, projectId)} />,
      trailing: ({ target }) => <CopyButton value={target} label="Copy target" />,
    },
    {
      id: 'detail',
      header: 'Details',
      hideBelow: 'lg',
      fills: true,
      cell: (entry) => <AuditDetail entry={entry} projectId={projectId} />,
    },
    { id: 'seq', header: 'No.', align: 'end', hideBelow: '2xl', cell: (entry) => entry.seq },
    dateColumn((entry) => entry.createdAt, { header: 'When', hideBelow: 'sm' }),
  ]
}

function Target({ entry, href }: { entry: AuditEntryView; href: string | null }) {
  const { target, names, action } = entry
  if (href !== null) return <IdLink href={href} id={target} />
  const name = names[target] ?? names[`${action.split('.')[0]} ${target}`]
  if (name !== undefined) return <span className="wrap-anywhere block max-w-48 whitespace-normal">{name}</span>
  if (toId(target)) return <ShortId value={target} />
  return <span className="block max-w-40 truncate list-md:w-24 list-md:whitespace-normal">{targetText(entry)}</span>
}

const ACTOR_OPTIONS = [
  { value: 'user', label: 'People' },
  { value: 'key', label: 'API keys' },
  { value: 'system', label: 'The platform' },
] as const

/** The actions by their names. */
function toOptions(actions: readonly string[]): { value: string; label: string }[] {
  const options = actions.map((action) => ({ value: action, label: actionText(action) }))
  return options.sort((one, other) => one.label.localeCompare(other.label))
}

/** Null takes a filter away. */
type Change = { [name in keyof AuditListFilter]?: AuditListFilter[name] | null }

type AuditTableProps = {
  /** The project whose pages are linked; null for an operator. */
  projectId: string | null
  query: ComponentProps<typeof QueryTable<AuditEntryView>>['query'] & { data: AuditPage | undefined }
  /** The operator's has the business too, which counts as a filter. */
  filter: AuditListFilter
  onFilter: (change: Change) => void
  onPage: (page: number) => void
  /** More filters, before these. */
  children?: ReactNode
  /** After the filters: the log as a file. */
  file?: ReactNode
}

/** An audit log, with its filters and pages. */
export function AuditTable({ projectId, query, filter, onFilter, onPage, children, file }: AuditTableProps) {
  const { action, actor, from, to } = filter
  const isFiltered = Boolean(action || actor || from || to)
  return (
    <>
      <FilterBar
        count={countFilters(filter)}
        onClear={() => onFilter(withoutFilters(filter))}
        actions={file}
        more={morePeriod({ from, to, setFilter: onFilter })}
      >
        {children}
        <FilterSelect
          label="Action"
          all="All actions"
          options={toOptions(query.data?.actions ?? (action === null ? [] : [action]))}
          value={action}
          onChange={(next) => onFilter({ action: next })}
        />
        <FilterSelect
          label="Actor"
          all="All actors"
          options={ACTOR_OPTIONS}
          value={actor}
          onChange={(next) => onFilter({ actor: next })}
        />
      </FilterBar>
      <QueryTable
        label="Audit log"
        columns={columnsFor(projectId)}
        query={query}
        rowKey={(entry) => String(entry.seq)}
        onClear={isFiltered ? () => onFilter({ action: null, actor: null, from: null, to: null }) : undefined}
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
