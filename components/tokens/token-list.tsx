'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { ChainName, ChainText } from '@/components/chains/chain-name'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { FilterSearch } from '@/components/filters/filter-search'
import { FilterSelect } from '@/components/filters/filter-select'
import { paths } from '@/components/paths'
import { CallLink } from '@/components/reference/call-link'
import { amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { EmptyState } from '@/components/ui/empty-state'
import type { TokenView } from '@/schemas/tokens/contract'
import { TOKEN_STATUSES } from '@/schemas/tokens/words'
import { IssueButton } from './issue-button'
import { countWithNoun } from './limits-text'
import { CLASS_NAMES, TOKEN_DISPLAYS } from './token-displays'
import { tokenFilter, toTokenInput } from './token-filter'

const REFRESH_MS = { deploying: 2_000, settled: 15_000 } as const

const columnsOf = (projectId: string): readonly TableColumn<TokenView>[] => [
  {
    id: 'ticker',
    header: 'Token',
    cell: ({ ticker, name, chainId, totalSupply, holderCount }) => (
      <span className="block py-1">
        <span className="block font-medium">{ticker}</span>
        <span className="block max-w-40 truncate font-normal text-[0.8125rem] text-muted-foreground list-sm:max-w-64">
          {name}
        </span>
        <span className="tabular block font-normal text-[0.8125rem] text-muted-foreground list-sm:hidden">
          <Amount value={totalSupply} unit={ticker} />, {countWithNoun(holderCount, 'investor')}
        </span>
        <span className="block font-normal text-[0.8125rem] text-muted-foreground list-lg:hidden">
          <ChainText projectId={projectId} chainId={chainId} />
        </span>
      </span>
    ),
  },
  stateColumn((row) => row.status, TOKEN_DISPLAYS),
  { id: 'assetClass', header: 'Class', hideBelow: 'md', cell: ({ assetClass }) => CLASS_NAMES[assetClass] },
  {
    id: 'chain',
    header: 'Chain',
    hideBelow: 'lg',
    cell: ({ chainId }) => <ChainName projectId={projectId} chainId={chainId} />,
  },
  amountColumn((row) => ({ amount: row.totalSupply, unit: null }), { header: 'Supply', hideBelow: 'sm' }),
  { id: 'holderCount', header: 'Investors', align: 'end', hideBelow: 'sm', cell: ({ holderCount }) => holderCount },
  dateColumn((row) => row.createdAt, { header: 'Issued', hideBelow: 'lg' }),
]

/** The project's tokens, newest first. */
export function TokenList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(tokenFilter)
  const columns = useMemo(() => columnsOf(projectId), [projectId])
  const query = useQuery(
    trpc.tokens.list.queryOptions(toTokenInput(projectId, filter), {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ status }) => status === 'PENDING') ? REFRESH_MS.deploying : REFRESH_MS.settled,
    }),
  )
  return (
    <>
      <FilterBar
        lead={
          <FilterSearch
            label="Search tokens"
            placeholder="Ticker, name, reference or contract"
            value={filter.search}
            onSearch={(search) => setFilter({ search: search || null, page: null })}
          />
        }
        count={countFilters(filter)}
        onClear={() => setFilter(withoutFilters(filter))}
      >
        <FilterMetadata value={filter.metadata} onChange={(metadata) => setFilter({ metadata, page: null })} />
        <FilterSelect
          label="Status"
          all="All states"
          options={TOKEN_STATUSES.map((value) => ({ value, label: TOKEN_DISPLAYS[value].label }))}
          value={filter.status}
          onChange={(status) => setFilter({ status, page: null })}
        />
      </FilterBar>
      <QueryTable
        label="Tokens"
        columns={columns}
        query={query}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.token(projectId, row.id)}
        onPage={(page) => setFilter({ page })}
        onClear={filter.status || filter.search || filter.metadata ? () => setFilter(null) : undefined}
        empty={
          <EmptyState
            icon={<Landmark aria-hidden />}
            title="No tokens yet"
            action={
              <>
                <IssueButton projectId={projectId} />
                <CallLink operation="createToken" />
              </>
            }
          >
            A token represents a real asset, such as a fund, a bond or a building. You decide who can hold it, how much,
            and what it pays.
          </EmptyState>
        }
      />
    </>
  )
}
