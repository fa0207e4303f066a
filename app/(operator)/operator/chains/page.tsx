import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ChainList } from '@/components/chains/chain-list'

export const metadata: Metadata = { title: 'Chains' }

export default async function ChainListPage() {
  await requireSignedIn()
  await prefetch(trpc.chains.list.queryOptions())
  return (
    <Hydrate>
      <ChainList />
    </Hydrate>
  )
}
