'use client'

import { KeyRound } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { actionsColumn, dateColumn, stateColumn } from '@/components/table/columns'
import type { ListQuery } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import type { NamedKeyView } from '@/schemas/keys/contract'
import { KEY_DISPLAYS, keyEnds } from './key-displays'

type KeyTableProps = {
  query: ListQuery<NamedKeyView>
  empty: ReactNode
  /** Acts on one key, for those who may. */
  actions?: (key: NamedKeyView) => ReactNode
  flush?: boolean
}

const COLUMNS: readonly TableColumn<NamedKeyView>[] = [
  {
    id: 'key',
    header: 'Key',
    cell: (key) => (
      // The cell lays its parts out beside one another.
      <span className="block py-1 list-lg:min-w-40">
        {key.name ? <span className="wrap-anywhere block whitespace-normal font-medium">{key.name}</span> : null}
        <code className="whitespace-nowrap font-mono text-[0.8125rem]">{keyEnds(key)}</code>
      </span>
    ),
  },
  {
    id: 'environment',
    header: 'Environment',
    hideBelow: 'sm',
    cell: (key) => (
      <Badge tone={key.environment === 'live' ? 'accent' : 'neutral'}>
        {key.environment === 'live' ? 'Live' : 'Test'}
      </Badge>
    ),
  },
  stateColumn((key) => key.status, KEY_DISPLAYS),
  dateColumn((key) => key.lastUsedAt, { id: 'lastUsed', header: 'Last used', hideBelow: 'md' }),
  dateColumn((key) => key.createdAt, { hideBelow: '2xl' }),
  dateColumn((key) => key.revokedAt ?? key.expiresAt, {
    id: 'ends',
    header: 'Expires',
    fallback: '—',
    hideBelow: 'md',
  }),
]

/** Keys as far as they may be shown: their names, how they begin and end, never the middle. */
export function KeyTable({ query, empty, actions, flush }: KeyTableProps) {
  const columns = useMemo(() => (actions ? [...COLUMNS, actionsColumn(actions)] : COLUMNS), [actions])
  return (
    <QueryTable
      label="API keys"
      flush={flush}
      columns={columns}
      query={query}
      rowKey={(key) => key.id}
      skeletonRows={2}
      empty={
        <EmptyState icon={<KeyRound aria-hidden />} title="No keys yet">
          {empty}
        </EmptyState>
      }
    />
  )
}
