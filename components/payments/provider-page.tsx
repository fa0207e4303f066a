'use client'

import { useQueryStates } from 'nuqs'
import { lazy } from 'react'
import { Page } from '@/components/layout/page'
import { Tabs } from '@/components/ui/tabs'
import { providerFilter } from './provider-filter'

// Each is loaded once its tab is chosen.
const ProviderTable = lazy(() => import('./provider-table').then((part) => ({ default: part.ProviderTable })))
const ProviderEvents = lazy(() => import('./provider-events').then((part) => ({ default: part.ProviderEvents })))
const ReconciliationTable = lazy(() =>
  import('./reconciliation-table').then((part) => ({ default: part.ReconciliationTable })),
)

/** Who brings naira: how providers do, what they sent, and whether their sums are ours. */
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
          { value: 'providers', label: 'Providers', content: <ProviderTable /> },
          {
            value: 'events',
            label: 'Events',
            content: (
              <ProviderEvents
                state={filter.state}
                page={filter.page}
                onState={(state) => setFilter({ state, page: null })}
                onPage={(page) => setFilter({ page })}
              />
            ),
          },
          { value: 'reconciliation', label: 'Reconciliation', content: <ReconciliationTable /> },
        ]}
      />
    </Page>
  )
}
