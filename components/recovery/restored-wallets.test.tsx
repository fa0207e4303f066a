import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient } from '@trpc/client'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TRPCProvider } from '@/components/trpc'

import type { RestoredWalletsView } from '@/schemas/recovery/contract'
import { RestoredWallets } from './restored-wallets'

const KEY = [['recovery', 'countRestoredWallets'], { type: 'query' }]
const BUSINESS = '01a22e46-b355-7014-ab66-666ead3995b4'

const trpcClient: ComponentProps<typeof TRPCProvider>['trpcClient'] = createTRPCClient({ links: [] })
const stay = () => undefined
const ROUTER = { bfcacheId: '', back: stay, forward: stay, refresh: stay, push: stay, replace: stay, prefetch: stay }

/** The card with this answer of the server. */
function shown(rows: RestoredWalletsView[]): string {
  const queryClient = new QueryClient()
  queryClient.setQueryData(KEY, rows)
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <TRPCProvider queryClient={queryClient} trpcClient={trpcClient}>
        <AppRouterContext.Provider value={ROUTER}>
          <RestoredWallets />
        </AppRouterContext.Provider>
      </TRPCProvider>
    </QueryClientProvider>,
  )
}

/** The texts of the table's rows, a cell each. */
const rowsOf = (markup: string) =>
  [...markup.matchAll(/<tr[^>]*>(.*?)<\/tr>/g)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  )

test('shows nothing where no restore added wallets', () => {
  expect(shown([])).toBe('')
})

test('names the businesses with their restored wallets, which lead to the business, and those that lack some', () => {
  const markup = shown([
    { businessId: BUSINESS, businessName: 'Zuma', count: 1_200, used: 3, isIncomplete: true },
    { businessId: null, businessName: 'Slipway', count: 20, used: 0, isIncomplete: false },
  ])
  expect(rowsOf(markup)).toEqual([
    ['Business', 'Wallets', 'In use'],
    ['ZumaNot complete', '1,200', '3'],
    ['Slipway', '20', '0'],
  ])
  expect([...markup.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([expect.stringContaining(BUSINESS)])
  expect(markup).toContain('Restored wallets')
})
