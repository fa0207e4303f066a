import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { chartRange } from '@/components/charts/range'
import { Page } from '@/components/layout/page'
import { OperationMap } from '@/components/requests/operation-map'
import { RequestCharts } from '@/components/requests/request-charts'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import { RequestList } from '@/components/requests/request-list'

export const metadata: Metadata = { title: 'Request log' }

const loadRange = createLoader(chartRange)
const loadFilter = createLoader(requestFilter)

type RequestsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const [filter, { days }] = await Promise.all([loadFilter(searchParams), loadRange(searchParams)])
  await Promise.all([
    prefetch(trpc.keys.list.queryOptions({ projectId })),
    prefetch(trpc.views.list.queryOptions({ projectId, list: 'requests' })),
    prefetch(trpc.activity.getRequests.queryOptions({ projectId, days })),
    prefetch(trpc.activity.getOperations.queryOptions({ projectId, days })),
    prefetch(trpc.requests.list.queryOptions(toRequestInput(projectId, filter))),
  ])
  return (
    <Page
      title="Request log"
      description="Calls made with this project's keys. Quote the request id when you contact support."
    >
      <Hydrate>
        <RequestCharts projectId={projectId} />
        <OperationMap projectId={projectId} />
        <RequestList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
