import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient } from '@trpc/client'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TRPCProvider } from '@/components/trpc'
import type { ProviderEventView } from '@/schemas/payments/providers/contract'
import { PROVIDER_EVENT_STATES } from '@/schemas/payments/providers/words'
import { ProviderEvents } from './provider-events'

const trpcClient: ComponentProps<typeof TRPCProvider>['trpcClient'] = createTRPCClient({ links: [] })
const stay = () => undefined
const ROUTER = { bfcacheId: '', back: stay, forward: stay, refresh: stay, push: stay, replace: stay, prefetch: stay }

const eventIn = (state: ProviderEventView['state']): ProviderEventView => ({
  ...{ id: state, provider: 'paystack', kind: 'paid', reference: `SLP-${state}`, state, attempts: 1 },
  ...{ nextAttemptAt: null, error: null, receivedAt: '2026-11-21T11:05:12.310Z', handledAt: null },
})

test('only an event that failed or was ignored can be tried again', () => {
  const queryClient = new QueryClient()
  const items = PROVIDER_EVENT_STATES.map(eventIn)
  queryClient.setQueryData([['people', 'getCurrent'], { type: 'query' }], { platformRole: 'operator' })
  queryClient.setQueryData([['payments', 'listProviderEvents'], { input: { state: null, page: 1 }, type: 'query' }], {
    items,
    total: items.length,
    page: 1,
    pageSize: 20,
  })
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={trpcClient}>
        <AppRouterContext.Provider value={ROUTER}>
          <ProviderEvents state={null} page={1} onState={stay} onPage={stay} />
        </AppRouterContext.Provider>
      </TRPCProvider>
    </QueryClientProvider>,
  )
  const offered = [...markup.matchAll(/Try again: the event about SLP-(\w+)/g)].map(([, state]) => state)
  expect(offered.sort()).toEqual(['DEAD', 'IGNORED'])
})
