import type { Metadata } from 'next'
import { requireId } from '@/app/require-id'
import { requireSignedIn } from '@/app/session'
import { namedTitle } from '@/app/titles'
import { fetchQuery, Hydrate, prefetch, trpc } from '@/app/trpc'
import { OperatorProject } from '@/components/projects/operator-project'

type ProjectPageProps = { params: Promise<{ businessId: string; projectId: string }> }

export async function generateMetadata({ params }: ProjectPageProps): Promise<Metadata> {
  const { businessId, projectId } = await params
  const business = fetchQuery(trpc.businesses.get.queryOptions({ businessId }))
  const nameOf = (projects: readonly { id: string; name: string }[]) =>
    projects.find(({ id }) => id === projectId)?.name ?? 'Project'
  return namedTitle(
    'Project',
    business.then(({ name, projects }) => `${nameOf(projects)} · ${name}`),
  )
}

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
