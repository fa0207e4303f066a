import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { toDepositInput } from '@/components/deposits/deposit-filter'
import { ProjectHome } from '@/components/projects/project-home'

export const metadata: Metadata = { title: 'Home' }

export default async function ProjectPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.wallets.listChains.queryOptions({ projectId })),
    prefetch(trpc.projects.getOverview.queryOptions({ projectId })),
    prefetch(trpc.ledger.getBalance.queryOptions({ projectId })),
    prefetch(trpc.deposits.list.queryOptions(toDepositInput(projectId, {}))),
  ])
  return (
    <Hydrate>
      <ProjectHome projectId={projectId} />
    </Hydrate>
  )
}
