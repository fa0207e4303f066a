import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorProject } from '@/components/projects/operator-project'

export const metadata: Metadata = { title: 'Project' }

type ProjectPageProps = { params: Promise<{ businessId: string; projectId: string }> }

export default async function OperatorProjectPage({ params }: ProjectPageProps) {
  await requireSignedIn()
  const { businessId, projectId } = await params
  const project = { businessId: requireId(businessId), projectId: requireId(projectId) }
  await Promise.all([
    prefetch(trpc.businesses.get.queryOptions({ businessId: project.businessId })),
    prefetch(trpc.keys.listOfProject.queryOptions(project)),
    prefetch(trpc.subscriptions.listOfProject.queryOptions(project)),
    prefetch(trpc.plans.list.queryOptions()),
  ])
  return (
    <Hydrate>
      <OperatorProject {...project} />
    </Hydrate>
  )
}
