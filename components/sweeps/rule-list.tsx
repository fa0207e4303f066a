'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Combine } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { ChainName, ChainText } from '@/components/chains/chain-name'
import { countFilters, withoutFilters } from '@/components/filters/active-filters'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterMetadata } from '@/components/filters/filter-metadata'
import { paths } from '@/components/paths'
import { addressColumn, amountColumn, dateColumn, stateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import { NewRule } from './new-rule'
import { RULE_DISPLAYS, sourceText, whenText } from './rule-displays'
import { ruleFilter, toRuleInput } from './rule-filter'

/** The project's sweep rules, newest first. */
export function RuleList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(ruleFilter)
  const rules = useQuery(
    trpc.sweeps.list.queryOptions(toRuleInput(projectId, filter), { placeholderData: keepPreviousData }),
  )
  return (
    <>
      <FilterBar count={countFilters(filter)} onClear={() => setFilter(withoutFilters(filter))}>
        <FilterMetadata value={filter.metadata} onChange={(metadata) => setFilter({ metadata, page: null })} />
      </FilterBar>
      <QueryTable
        label="Sweep rules"
        columns={columnsOf(projectId)}
        query={rules}
        rowKey={(row) => row.id}
        rowHref={(row) => paths.sweepRule(projectId, row.id)}
        onPage={(page) => setFilter({ page })}
        onClear={filter.metadata ? () => setFilter(null) : undefined}
        empty={
          <EmptyState
            icon={<Combine aria-hidden />}
            title="No sweep rules yet"
            action={<NewRule projectId={projectId} />}
          >
            A rule moves what customers pay into your deposit wallets to one wallet of yours, under your policies.
          </EmptyState>
        }
      />
    </>
  )
}

function columnsOf(projectId: string): readonly TableColumn<SweepRuleView>[] {
  return [
    {
      id: 'source',
      header: 'Wallets',
      cell: (rule) => (
        <span className="block py-1">
          <span className="block max-w-44 truncate list-sm:max-w-64">{sourceText(rule)}</span>
          <span className="block font-normal text-[0.8125rem] text-muted-foreground">{whenText(rule)}</span>
          <span className="block font-normal text-[0.8125rem] text-muted-foreground list-md:hidden">
            <ChainText projectId={projectId} chainId={rule.chainId} />
          </span>
        </span>
      ),
    },
    stateColumn((rule) => rule.status, RULE_DISPLAYS),
    amountColumn((rule) => ({ amount: rule.threshold, unit: rule.symbol }), { header: 'Threshold', hideBelow: 'sm' }),
    addressColumn((rule) => rule.toAddress, { id: 'to', header: 'To', hideBelow: 'lg' }),
    {
      id: 'chain',
      header: 'Chain',
      hideBelow: 'md',
      cell: (rule) => <ChainName projectId={projectId} chainId={rule.chainId} />,
    },
    dateColumn((rule) => rule.createdAt, { hideBelow: 'xl' }),
  ]
}
