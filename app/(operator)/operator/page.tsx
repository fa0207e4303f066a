import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { WallPage } from '@/components/wall/wall-page'

export const metadata: Metadata = { title: 'Overview' }

export default async function OperatorOverviewPage() {
  await requireSignedIn()
  await Promise.all([
    prefetch(trpc.wall.get.queryOptions()),
    prefetch(trpc.alarms.list.queryOptions({ state: 'open', page: 1 })),
  ])
  return (
    <Hydrate>
      <WallPage />
    </Hydrate>
  )
}
