'use client'

import { useQuery } from '@tanstack/react-query'
import { Page } from '@/components/layout/page'
import { useTRPC } from '@/components/trpc'
import { AddDepositToken } from './add-deposit-token'
import { DepositTokenTable } from './deposit-token-table'

/** The tokens that payments accept on chains. */
export function DepositTokenPage() {
  const trpc = useTRPC()
  const tokens = useQuery(trpc.payments.listDepositTokens.queryOptions())
  return (
    <Page
      title="Deposit tokens"
      description="Tokens that new payments accept. Deposits are recorded once final, and swept to the treasury once the payment settles. Deposits of other tokens are under Exceptions."
      actions={<AddDepositToken />}
    >
      <DepositTokenTable query={tokens} />
    </Page>
  )
}
