'use client'

import { useQueryStates } from 'nuqs'
import { lazy } from 'react'
import { Page } from '@/components/layout/page'
import { Tabs } from '@/components/ui/tabs'
import { operatorPaymentFilter } from './operator-payment-filter'

// Each is loaded once its tab is chosen.
const OperatorPaymentList = lazy(() =>
  import('./operator-payment-list').then((part) => ({ default: part.OperatorPaymentList })),
)
const RefundList = lazy(() => import('./refund-list').then((part) => ({ default: part.RefundList })))

const CLEARED = { status: null, exception: null, provider: null, businessId: null, search: null, state: null }

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
            content: <OperatorPaymentList filter={{ ...list, page }} onFilter={(next) => setFilter(next)} />,
          },
          {
            value: 'refunds',
            label: 'Refunds',
            content: (
              <RefundList
                state={state}
                page={page}
                onState={(next) => setFilter({ state: next, page: null })}
                onPage={(next) => setFilter({ page: next })}
              />
            ),
          },
        ]}
      />
    </Page>
  )
}
