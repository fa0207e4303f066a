'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { paths } from '@/components/paths'
import { dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import type { TokenView } from '@/schemas/tokens/contract'
import type { OperationView } from '@/schemas/tokens/operations/contract'
import { KIND_NAMES, OPERATION_DISPLAYS } from './token-displays'
import { tokenPageFilter } from './token-filter'

const REFRESH_MS = 2_500

const COLUMNS: readonly TableColumn<OperationView>[] = [
  {
    id: 'kind',
    header: 'Operation',
    cell: ({ kind, error }) => (
      <span className="block py-1">
        <span className="block font-medium">{KIND_NAMES[kind]}</span>
        {error ? (
          <span className="block max-w-44 truncate font-normal text-[0.8125rem] text-muted-foreground list-sm:max-w-96">
            {error}
          </span>
        ) : null}
      </span>
    ),
  },
  stateColumn((row) => row.status, OPERATION_DISPLAYS),
  dateColumn((row) => row.createdAt, { header: 'Requested', hideBelow: 'sm' }),
]

/** The requested operations on a token, newest first. */
export function OperationTable({ projectId, token }: { projectId: string; token: TokenView }) {
  const trpc = useTRPC()
  const [{ page }, setFilter] = useQueryStates(tokenPageFilter)
  const query = useQuery(
    trpc.tokens.listOperations.queryOptions(
      { projectId, tokenId: token.id, page },
      { placeholderData: keepPreviousData, refetchInterval: REFRESH_MS },
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
        empty={
          <EmptyState icon={<ListChecks aria-hidden />} title="No operations yet">
            Deployment, mints, transfers and all other operations of the token appear here.
          </EmptyState>
        }
      />
    </Card>
  )
}
