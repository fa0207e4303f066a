'use client'

import { useQueryStates } from 'nuqs'
import { Page } from '@/components/layout/page'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { Tabs } from '@/components/ui/tabs'
import { providerFilter } from './provider-filter'

// Each is loaded once its tab is chosen.
const providerTable = lazyPart(() => import('./provider-table'))
const providerEvents = lazyPart(() => import('./provider-events'))
const reconciliationTable = lazyPart(() => import('./reconciliation-table'))

/** Payment providers: their health, their events, and the comparison of their totals with our receipts. */
export function ProviderPage() {
  const [filter, setFilter] = useQueryStates(providerFilter)
  return (
    <Page
      title="Providers"
      description="Payment providers open bank accounts for payments. A provider that is off opens no new accounts. Open accounts are still monitored."
    >
      <Tabs
        aria-label="Providers"
        value={filter.tab}
        onValueChange={(tab) => setFilter({ tab, state: null, page: null })}
        tabs={[
          {
            value: 'providers',
            label: 'Providers',
            content: <LazyContent part={providerTable}>{({ ProviderTable }) => <ProviderTable />}</LazyContent>,
          },
          {
            value: 'events',
            label: 'Events',
            content: (
              <LazyContent part={providerEvents}>
                {({ ProviderEvents }) => (
                  <ProviderEvents
                    state={filter.state}
                    page={filter.page}
                    onState={(state) => setFilter({ state, page: null })}
                    onPage={(page) => setFilter({ page })}
                  />
                )}
              </LazyContent>
            ),
          },
          {
            value: 'reconciliation',
            label: 'Reconciliation',
            content: (
              <LazyContent part={reconciliationTable}>
                {({ ReconciliationTable }) => <ReconciliationTable />}
              </LazyContent>
            ),
          },
        ]}
      />
    </Page>
  )
}
