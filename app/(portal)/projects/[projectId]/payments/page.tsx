import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { paymentFilter, toPaymentInput } from '@/components/payments/payment-filter'
import { PaymentList } from '@/components/payments/payment-list'
import { TopUp } from '@/components/payments/top-up'

export const metadata: Metadata = { title: 'Payments' }

const loadFilter = createLoader(paymentFilter)

type PaymentsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function PaymentsPage({ params, searchParams }: PaymentsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.payments.list.queryOptions(toPaymentInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.views.list.queryOptions({ projectId, list: 'payments' })),
  ])
  return (
    <Page
      title="Payments"
      description="Payments for plans and balance top-ups, newest first."
      actions={
        <>
          <LinkButton href={paths.projectPlans(projectId)}>Plans</LinkButton>
          <TopUp projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <PaymentList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
