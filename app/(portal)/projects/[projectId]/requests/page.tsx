import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { requestFilter, toRequestInput } from '@/components/requests/request-filter'
import { RequestList } from '@/components/requests/request-list'

export const metadata: Metadata = { title: 'Request log' }

const loadFilter = createLoader(requestFilter)

type RequestsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function RequestsPage({ params, searchParams }: RequestsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  await prefetch(trpc.requests.list.queryOptions(toRequestInput(projectId, await loadFilter(searchParams))))
  return (
    <Page
      title="Request log"
      description="Calls made with this project's keys. Quote the request id when you contact support."
    >
      <Hydrate>
        <RequestList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
