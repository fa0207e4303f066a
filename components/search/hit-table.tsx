import type { UseQueryResult } from '@tanstack/react-query'
import type { QueryFailure } from '@/components/query-error-text'
import { dateColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { TimeBelow } from '@/components/table/time-below'
import { tokenOperationText } from '@/components/transactions/token-operation-text'
import { Badge } from '@/components/ui/badge'
import { cn } from '@/components/ui/cn'
import { Hint } from '@/components/ui/hint'
import type { SearchAnswer, SearchHit } from '@/schemas/search/contract'
import { HIT_LABELS, hitPath, isNamed } from './hit-displays'
import { statusTone } from './status-tone'

const COLUMNS: readonly TableColumn<SearchHit>[] = [
  {
    id: 'kind',
    header: 'Found',
    cell: (hit) => (
      <span className="block py-1">
        <span
          className={cn(
            'block max-w-72 truncate list-sm:max-w-80 list-xl:max-w-lg',
            !isNamed(hit.kind) && !hit.tokenOperation && 'font-mono font-normal text-[0.8125rem]',
          )}
        >
          {hit.tokenOperation ? tokenOperationText(hit.tokenOperation) : hit.label}
        </span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground">{HIT_LABELS[hit.kind]}</span>
        {hit.kind === 'business' ? null : (
          <span className="block max-w-72 truncate font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
            {hit.projectName ? `${hit.businessName}, ${hit.projectName}` : hit.businessName}
          </span>
        )}
        {hit.status ? (
          <span className="mt-1 block list-sm:hidden">
            <StatusText status={hit.status} />
          </span>
        ) : null}
        <TimeBelow value={hit.createdAt} until="md" />
      </span>
    ),
  },
  {
    id: 'owner',
    header: 'Business',
    hideBelow: 'sm',
    cell: ({ kind, businessName, projectName }) =>
      kind === 'business' ? (
        '—'
      ) : (
        <Hint
          content={projectName ? `${businessName}, ${projectName}` : businessName}
          className="block max-w-40 truncate list-lg:max-w-64"
        >
          {businessName}
          {projectName ? (
            <span className="block truncate text-[0.8125rem] text-muted-foreground">{projectName}</span>
          ) : null}
        </Hint>
      ),
  },
  {
    id: 'status',
    header: 'Status',
    hideBelow: 'sm',
    cell: ({ status }) => (status ? <StatusText status={status} /> : '—'),
  },
  dateColumn((hit) => hit.createdAt, { hideBelow: 'md' }),
]

function StatusText({ status }: { status: string }) {
  return (
    <Badge tone={statusTone(status)}>
      <span className="inline-block first-letter:uppercase">{status.toLowerCase().replaceAll('_', ' ')}</span>
    </Badge>
  )
}

type HitTableProps = { query: UseQueryResult<SearchAnswer, QueryFailure> }

/** The search results, each linked to its page. */
export function HitTable({ query }: HitTableProps) {
  return (
    <QueryTable
      label="Found"
      columns={COLUMNS}
      query={listWithin(query, ({ hits }) => hits)}
      rowKey={({ kind, id }) => `${kind} ${id}`}
      rowHref={hitPath}
    />
  )
}
