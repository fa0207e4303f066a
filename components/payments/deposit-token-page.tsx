'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { AddDepositToken } from './add-deposit-token'
import { DepositTokenTable } from './deposit-token-table'
import { unmatchedDepositFilter } from './unmatched-deposit-filter'
import { UnmatchedDepositTable } from './unmatched-deposit-table'

/** The tokens that payments accept on chains, and the unmatched deposits to payment addresses. */
export function DepositTokenPage() {
  const trpc = useTRPC()
  const [filter, setFilter] = useQueryStates(unmatchedDepositFilter)
  const tokens = useQuery(trpc.payments.listDepositTokens.queryOptions())
  const unmatchedDeposits = useQuery(
    trpc.payments.listUnmatchedDeposits.queryOptions(filter, { placeholderData: keepPreviousData }),
  )
  return (
    <Page
      title="Deposit tokens"
      description="Tokens that new payments accept. Deposits are recorded once final, and swept to the treasury once the payment settles."
      actions={<AddDepositToken />}
    >
      <DepositTokenTable query={tokens} />
      <section aria-labelledby="strays" className="space-y-3">
        <h2 id="strays" className="font-semibold text-[0.9375rem] leading-6 tracking-tight">
          Unmatched deposits
        </h2>
        <UnmatchedDepositTable query={unmatchedDeposits} onPage={(page) => setFilter({ page })} />
      </section>
    </Page>
  )
}
