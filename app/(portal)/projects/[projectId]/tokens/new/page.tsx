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
  await prefetch(trpc.wallets.listChains.queryOptions({ projectId }))
  return (
    <Page
      title="Issue a token"
      description="What it is, who may hold how much of it, and what it pays. Its contract is deployed at once; its terms stay."
      breadcrumbs={[{ label: 'Tokens', href: paths.tokens(projectId) }]}
      width="narrow"
    >
      <Hydrate>
        <IssueWizard projectId={projectId} />
      </Hydrate>
    </Page>
  )
}
