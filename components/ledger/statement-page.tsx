'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { FileDown, Scale } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useMemo } from 'react'
import { FilterBar } from '@/components/filters/filter-bar'
import { FilterDays } from '@/components/filters/filter-days'
import { FileLink } from '@/components/layout/file-link'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { StatCard } from '@/components/ui/stat-card'
import type { StatementView } from '@/schemas/ledger/statement/contract'
import { exactMoney } from '@/server/money/display-amount'
import { pairHolds } from './pair-holds'
import { statementColumns } from './statement-columns'
import { monthPeriod, statementFilter, toStatementInput } from './statement-filter'

/** The balance of a business at the start and at the end of a period, and every movement between them. */
export function StatementPage({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(statementFilter)
  const { page, ...period } = toStatementInput(filter)
  const lastMonth = monthPeriod('last')
  const isMonth = ({ from, to }: typeof period) => period.from === from && period.to === to
  const query = useQuery(
    trpc.ledger.getStatement.queryOptions({ projectId, ...period, page }, { placeholderData: keepPreviousData }),
  )
  const items = query.data?.lines.items
  const lines = useMemo(() => pairHolds(items ?? []), [items])
  const columns = useMemo(() => statementColumns(projectId, lines), [projectId, lines])
  return (
    <Page
      title="Statement"
      breadcrumbs={[{ label: 'Balance', href: paths.balance(projectId) }]}
      description="Days are in UTC. The opening balance plus all transactions is the closing balance. Held amounts are still yours."
      actions={
        <FileLink href={paths.statementFile(projectId, period)} icon={<FileDown aria-hidden />}>
          Download CSV
        </FileLink>
      }
    >
      <FilterBar
        lead={
          <FilterDays
            {...period}
            onChange={({ from, to }) => setFilter({ from: from || null, to: to || null, page: null })}
          >
            <MonthButton
              isChosen={isMonth(monthPeriod('this'))}
              onChoose={() => setFilter({ from: null, to: null, page: null })}
            >
              This month
            </MonthButton>
            <MonthButton isChosen={isMonth(lastMonth)} onChoose={() => setFilter({ ...lastMonth, page: null })}>
              Last month
            </MonthButton>
          </FilterDays>
        }
      />
      <StatementBalances statement={query.data} />
      <QueryTable
        label="Transactions of the period"
        columns={columns}
        query={listWithin(query, (statement) => ({ ...statement.lines, items: lines }))}
        rowKey={(line) => line.id}
        onPage={(next) => setFilter({ page: next })}
        empty={
          <EmptyState icon={<Scale aria-hidden />} title="No transactions in this period">
            The closing balance equals the opening balance.
          </EmptyState>
        }
      />
    </Page>
  )
}

type MonthButtonProps = { isChosen: boolean; onChoose: () => void; children: string }

function MonthButton({ isChosen, onChoose, children }: MonthButtonProps) {
  return (
    <Button variant={isChosen ? 'secondary' : 'ghost'} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </Button>
  )
}

/** The opening and the closing balance. */
function StatementBalances({ statement }: { statement: StatementView | undefined }) {
  const cards = [
    { label: 'Opening balance', balance: statement?.opening },
    { label: 'Closing balance', balance: statement?.closing },
  ]
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {cards.map(({ label, balance }) => (
        <StatCard
          key={label}
          label={label}
          loading={!balance}
          value={balance && <Amount value={balance.available} unit="USD" exact />}
          hint={balance ? `and ${exactMoney(balance.reserved, 'USD')} held` : undefined}
        />
      ))}
    </div>
  )
}
