'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { TopUp } from '@/components/payments/top-up'
import { QueryContent } from '@/components/query-content'
import { ProjectGasBudgets } from '@/components/sponsorship/project-gas-budgets'
import { useTRPC } from '@/components/trpc'
import { Amount } from '@/components/ui/amount'
import { StatCard } from '@/components/ui/stat-card'
import type { Balance } from '@/schemas/ledger/contract'
import { JournalTable } from './journal-table'
import { journalFilter, toJournalInput } from './ledger-filter'

/** The USD balance of the project's business, and everything that moved it. */
export function ProjectBalance({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(journalFilter)
  const query = useQuery(trpc.ledger.getBalance.queryOptions({ projectId }))
  const journals = useQuery(
    trpc.ledger.listJournals.queryOptions(
      { projectId, ...toJournalInput(filter) },
      { placeholderData: keepPreviousData },
    ),
  )
  return (
    <Page
      title="Balance"
      description="Pays the gas of mainnet transactions. The maximum fee is held when a transaction is accepted, and the actual fee is charged when it ends. All projects of the business share this balance."
      actions={
        <>
          <LinkButton href={paths.statement(projectId)}>Statement</LinkButton>
          <TopUp projectId={projectId} />
        </>
      }
    >
      <QueryContent query={query} loading={<BalanceStats balance={undefined} />}>
        {(balance) => <BalanceStats balance={balance} />}
      </QueryContent>
      <ProjectGasBudgets projectId={projectId} />
      <JournalTable
        query={journals}
        projectId={projectId}
        kind={filter.kind}
        filtered={false}
        onKind={(kind) => setFilter({ kind, page: null })}
        onPage={(page) => setFilter({ page })}
        onClear={() => setFilter({ kind: null, page: null })}
      />
    </Page>
  )
}

/** The amount that a business can spend on gas, and the amount held for pending transactions. */
function BalanceStats({ balance }: { balance: Balance | undefined }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <StatCard
        label="Available"
        value={balance && <Amount value={balance.available} unit="USD" />}
        hint="For the gas of new mainnet transactions"
        loading={!balance}
      />
      <StatCard
        label="Held"
        value={balance && <Amount value={balance.reserved} unit="USD" />}
        hint="The maximum gas of pending transactions"
        loading={!balance}
      />
    </div>
  )
}
