import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { EndpointList } from '@/components/chains/endpoint-list'

export const metadata: Metadata = { title: 'Endpoints' }

export default async function EndpointListPage({ params }: { params: Promise<{ chainId: string }> }) {
  await requireSignedIn()
  const text = (await params).chainId
  if (!/^[1-9]\d{0,8}$/.test(text)) notFound()
  const chainId = Number(text)
  await Promise.all([
    prefetch(trpc.chains.listEndpoints.queryOptions({ chainId })),
    prefetch(trpc.chains.get.queryOptions({ chainId })),
  ])
  return (
    <Hydrate>
      <EndpointList chainId={chainId} />
    </Hydrate>
  )
}
