import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { DepositTokenPage } from '@/components/payments/deposit-token-page'

export const metadata: Metadata = { title: 'Deposit tokens' }

export default async function DepositTokensPage() {
  await requireSignedIn()
  await prefetch(trpc.payments.listDepositTokens.queryOptions())
  return (
    <Hydrate>
      <DepositTokenPage />
    </Hydrate>
  )
}
