import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { NetworkList } from '@/components/indexer/network-list'

export const metadata: Metadata = { title: 'Networks' }

export default async function NetworksPage() {
  await requireSignedIn()
  await prefetch(trpc.indexer.listNetworks.queryOptions())
  return (
    <Hydrate>
      <NetworkList />
    </Hydrate>
  )
}
