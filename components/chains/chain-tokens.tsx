'use client'

import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { actionsColumn } from '@/components/table/columns'
import { listWithin } from '@/components/table/list-query'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { AddDialog } from '@/components/ui/add-dialog'
import { Address } from '@/components/ui/address'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import type { ChainToken } from '@/schemas/chains/settings/contract'
import { RemoveToken } from './remove-token'

const form = lazyPart(() => import('./add-token-form'))

/** The tokens that a chain knows by symbol. */
export function ChainTokens({ chainId }: { chainId: number }) {
  const trpc = useTRPC()
  const shortfall = usePlatformShortfall()
  const query = useQuery(trpc.chains.get.queryOptions({ chainId }))
  const columns: readonly TableColumn<ChainToken>[] = [
    { id: 'symbol', header: 'Token', cell: ({ symbol }) => <span className="font-medium">{symbol}</span> },
    { id: 'address', header: 'Address', cell: ({ address }) => <Address value={address} /> },
    { id: 'decimals', header: 'Decimals', align: 'end', hideBelow: 'sm', cell: ({ decimals }) => decimals },
    actionsColumn((token) => <RemoveToken chainId={chainId} token={token} />),
  ]
  return (
    <section aria-labelledby="tokens" className="space-y-3">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 id="tokens" className="font-semibold text-[0.9375rem] leading-6 tracking-tight">
            Tokens
          </h2>
          <p className="text-muted-foreground">
            Transfers of these tokens are tracked, and priced by symbol. A transfer with cNGN set to true moves the
            token with the symbol cNGN.
          </p>
        </div>
        <AddDialog part={form} label="Add token" disabledReason={shortfall ?? (query.data ? null : 'Loading')}>
          {({ AddTokenForm }, state) => (query.data ? <AddTokenForm chain={query.data} {...state} /> : null)}
        </AddDialog>
      </header>
      <QueryTable
        label="Tokens"
        columns={columns}
        query={listWithin(query, ({ tokens }) => tokens)}
        rowKey={(token) => token.address}
        skeletonRows={2}
        empty={
          <EmptyState icon={<Coins aria-hidden />} title="No tokens yet">
            Transfers can use the symbol of a token once you add it. Until then they use its address.
          </EmptyState>
        }
      />
    </section>
  )
}
