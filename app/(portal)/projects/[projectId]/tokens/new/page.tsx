import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Page } from '@/components/layout/page'
import { paths } from '@/components/paths'
import { IssueWizard } from '@/components/tokens/issue-wizard'

export const metadata: Metadata = { title: 'Issue a token' }

export default async function NewTokenPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
    prefetch(trpc.tokens.list.queryOptions({ projectId, page: 1 })),
  ])
  return (
    <Page
      title="Issue a token"
      description="Issuing a token deploys its contract immediately. You cannot change limits or coupons later."
      width="narrow"
      breadcrumbs={[{ label: 'Tokens', href: paths.tokens(projectId) }]}
    >
      <Hydrate>
        <IssueWizard projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
