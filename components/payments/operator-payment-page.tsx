'use client'

import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { Tabs } from '@/components/ui/tabs'
import { CLEARED_PAYMENTS, operatorPaymentFilter } from './operator-payment-filter'

// Each is loaded once its tab is chosen.
const paymentList = lazyPart(() => import('./operator-payment-list'))
const refundList = lazyPart(() => import('./refund-list'))

/** Every payment, and refunds. */
export function OperatorPaymentPage() {
  const [filter, setFilter] = useQueryStates(operatorPaymentFilter)
  const { tab, state, page, ...list } = filter
  return (
    <Page
      title="Payments"
      description="Payments of all businesses, and refunds. Money that needs a decision is under Exceptions."
    >
      <Tabs
        aria-label="Payments"
        value={tab}
        onValueChange={(next) => setFilter({ ...CLEARED_PAYMENTS, state: null, tab: next })}
        tabs={[
          {
            value: 'payments',
            label: 'Payments',
            content: (
              <LazyContent part={paymentList}>
                {({ OperatorPaymentList }) => (
                  <OperatorPaymentList filter={{ ...list, page }} onFilter={(next) => setFilter(next)} />
                )}
              </LazyContent>
            ),
          },
          {
            value: 'refunds',
            label: 'Refunds',
            content: (
              <LazyContent part={refundList}>
                {({ RefundList }) => (
                  <RefundList
                    state={state}
                    page={page}
                    onState={(next) => setFilter({ state: next, page: null })}
                    onPage={(next) => setFilter({ page: next })}
                  />
                )}
              </LazyContent>
            ),
          },
        ]}
      />
    </Page>
  )
}
