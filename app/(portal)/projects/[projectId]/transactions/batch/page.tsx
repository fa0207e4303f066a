import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { BatchPage } from '@/components/transactions/batch-page'

export const metadata: Metadata = { title: 'Send a batch' }

export default async function SendBatchPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
    prefetch(trpc.policies.get.queryOptions({ projectId, scope: 'project' })),
    prefetch(trpc.policies.get.queryOptions({ projectId, scope: 'business' })),
  ])
  return (
    <Page
      title="Send a batch"
      description="Up to 1,000 transfers from a file. Each line has its own result. A reference is paid once, also if you send the file again."
      breadcrumbs={[{ label: 'Transactions', href: paths.transactions(projectId) }]}
    >
      <Hydrate>
        <BatchPage projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
