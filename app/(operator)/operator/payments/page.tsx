import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { operatorPaymentFilter, toOperatorInput } from '@/components/payments/operator-payment-filter'
import { OperatorPaymentPage } from '@/components/payments/operator-payment-page'

export const metadata: Metadata = { title: 'Payments' }

const loadFilter = createLoader(operatorPaymentFilter)

export default async function OperatorPaymentsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireSignedIn()
  const { tab, state, page, ...filter } = await loadFilter(searchParams)
  await Promise.all([
    tab === 'payments' ? prefetch(trpc.payments.listAll.queryOptions(toOperatorInput({ ...filter, page }))) : null,
    tab === 'payments' ? prefetch(trpc.businesses.list.queryOptions()) : null,
    tab === 'refunds' ? prefetch(trpc.payments.listRefunds.queryOptions({ state: state ?? undefined, page })) : null,
  ])
  return (
    <Hydrate>
      <OperatorPaymentPage />
    </Hydrate>
  )
}
