import type { Metadata } from 'next'
import { createLoader, type SearchParams } from 'nuqs/server'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { approvalFilter, toApprovalInput } from '@/components/approvals/approval-filter'
import { ApprovalInbox } from '@/components/approvals/approval-inbox'
import { Page } from '@/components/layout/page'

export const metadata: Metadata = { title: 'Approvals' }

const loadFilter = createLoader(approvalFilter)

type ApprovalsPageProps = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> }

export default async function ApprovalsPage({ params, searchParams }: ApprovalsPageProps) {
  await requireSignedIn()
  const { projectId } = await params
  const filter = await loadFilter(searchParams)
  await Promise.all([
    prefetch(trpc.approvals.list.queryOptions(toApprovalInput(projectId, filter))),
    prefetch(trpc.approvals.listBatches.queryOptions({ projectId })),
  ])
  return (
    <Page
      title="Approvals"
      description="Transactions above the policy threshold wait here for a second person for up to 72 hours."
    >
      <Hydrate>
        <ApprovalInbox projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
