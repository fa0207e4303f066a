'use client'

import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { Tabs } from '@/components/ui/tabs'
import { operatorPaymentFilter } from './operator-payment-filter'

// Each is loaded once its tab is chosen.
const paymentList = lazyPart(() => import('./operator-payment-list'))
const refundList = lazyPart(() => import('./refund-list'))

const CLEARED = {
  status: null,
  exception: null,
  provider: null,
  businessId: null,
  search: null,
  from: null,
  to: null,
  state: null,
}

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
        onValueChange={(next) => setFilter({ ...CLEARED, tab: next, page: null })}
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
