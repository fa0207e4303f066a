'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import type { TokenView } from '@/server/tokens/contract'
import type { OperationView } from '@/server/tokens/operations/contract'
import { tokenPageFilter } from './token-filter'
import { KIND_NAMES, OPERATION_LOOKS } from './token-looks'

const REFRESH_MS = { underWay: 2_000, settled: 10_000 } as const

const COLUMNS: readonly TableColumn<OperationView>[] = [
  { id: 'kind', header: 'Operation', cell: ({ kind }) => KIND_NAMES[kind] },
  stateColumn((row) => row.status, OPERATION_LOOKS),
  {
    id: 'error',
    header: 'Why not',
    hideBelow: 'md',
    cell: ({ error }) => (error ? <span className="block max-w-96 truncate">{error}</span> : '—'),
  },
  dateColumn((row) => row.createdAt, { header: 'Asked', hideBelow: 'sm' }),
]

/** What was asked of a token, newest first. */
export function OperationTable({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const [{ page }, setFilter] = useQueryStates(tokenPageFilter)
  const query = useQuery(
    trpc.tokens.listOperations.queryOptions(
      { projectId, tokenId: token.id, page },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) =>
          state.data?.items.some(({ status }) => status === 'PENDING') ? REFRESH_MS.underWay : REFRESH_MS.settled,
      },
    ),
  )
  return (
    <Card title="Operations" flush>
      <QueryTable
        flush
        label="Operations"
        columns={COLUMNS}
        query={query}
        rowKey={(row) => row.operationRef}
        rowHref={(row) => paths.tokenOperation(projectId, token.id, row.operationRef)}
        onPage={(next) => setFilter({ page: next })}
      />
    </Card>
  )
}
