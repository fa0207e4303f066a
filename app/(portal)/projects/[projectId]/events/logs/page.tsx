import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { logFilter, toLogInput } from '@/components/indexer/log-filter'
import { LogList } from '@/components/indexer/log-list'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'

export const metadata: Metadata = { title: 'Delivery logs' }

const loadFilter = createLoader(logFilter)

type EventLogsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function EventLogsPage({ params, searchParams }: EventLogsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.indexer.listLogs.queryOptions(toLogInput(projectId, await loadFilter(searchParams)))),
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Delivery logs"
      description="Every attempt to deliver an event, newest first."
      breadcrumbs={[{ label: 'Events', href: paths.events(projectId) }]}
    >
      <Hydrate>
        <LogList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
