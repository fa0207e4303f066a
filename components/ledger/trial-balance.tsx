'use client'

import { useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { QueryContent } from '@/components/query-content'
import { DataTable } from '@/components/table/data-table'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { TrialBalance as Balance } from '@/schemas/ledger/contract'
import { accountColumns } from './account-columns'
import { trialBalanceFilter } from './trial-balance-filter'

// Loaded once an account is chosen.
const accountEntries = lazyPart(() => import('./account-entries'))

/** The totals of all accounts, whether they add up, and the entries of the platform's own accounts. */
export function TrialBalance() {
  const trpc = useTRPC()
  const [{ account, page }, setFilter] = useQueryStates(trialBalanceFilter)
  const query = useQuery(trpc.ledger.getTrialBalance.queryOptions())
  const columns = accountColumns((shown) => setFilter({ account: shown, page: null }))
  return (
    <Page
      title="Trial balance"
      description="All accounts by currency and kind. The accounts of each currency add up to zero."
    >
      <QueryContent query={query} loading={<Skeleton className="h-64 w-full" />}>
        {(balance) => (
          <>
            <Verdict balance={balance} />
            <DataTable
              label="Accounts"
              columns={columns}
              rows={balance.accounts}
              rowKey={(row) => `${row.currency} ${row.kind}`}
              instead={null}
              notice={null}
            />
          </>
        )}
      </QueryContent>
      {account ? (
        <LazyContent part={accountEntries} loading={<Skeleton className="h-64 w-full" />}>
          {({ AccountEntries }) => (
            <AccountEntries account={account} page={page} onPage={(next) => setFilter({ page: next })} />
          )}
        </LazyContent>
      ) : null}
    </Page>
  )
}

function Verdict({ balance: { totals, problem, checkedAt } }: { balance: Balance }) {
  const off = totals.filter(({ isBalanced }) => !isBalanced)
  const checked = (
    <>
      Last full check: <Time value={checkedAt} fallback="never" />.
    </>
  )
  if (off.length === 0 && problem === null && checkedAt === null) {
    return (
      <Alert tone="accent" title="The account balances add up">
        The entries have not been checked yet. They are checked every night.
      </Alert>
    )
  }
  if (off.length === 0 && problem === null) {
    return (
      <Alert tone="success" title="The books add up">
        {checked}
      </Alert>
    )
  }
  return (
    <Alert tone="danger" title="The books do not add up">
      {off.map(({ currency, currencyName, total }) => (
        <p key={currency}>
          {currencyName} is off by {total}.
        </p>
      ))}
      {problem === null ? null : <p className="break-words">{problem}</p>}
      {checked}
    </Alert>
  )
}
