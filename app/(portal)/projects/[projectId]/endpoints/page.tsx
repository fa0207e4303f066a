import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { LinkButton } from '@/components/layout/link-button'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { endpointFilter } from '@/components/webhooks/endpoint-filter'
import { EndpointList } from '@/components/webhooks/endpoint-list'
import { NewEndpoint } from '@/components/webhooks/new-endpoint'

export const metadata: Metadata = { title: 'Webhook endpoints' }

const loadFilter = createLoader(endpointFilter)

type EndpointsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function EndpointsPage({ params, searchParams }: EndpointsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const { page } = await loadFilter(searchParams)
  await prefetch(trpc.webhooks.listEndpoints.queryOptions({ projectId, page }))
  return (
    <Page
      title="Webhook endpoints"
      description="URLs that receive the events of the project, without a webhookUrl in each request."
      actions={
        <>
          <LinkButton href={paths.webhooks(projectId)}>Deliveries</LinkButton>
          <NewEndpoint projectId={projectId} />
        </>
      }
    >
      <Hydrate>
        <EndpointList projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
