import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProjectKeys } from '@/components/keys/project-keys'

export const metadata: Metadata = { title: 'API keys' }

export default async function KeysPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.keys.list.queryOptions({ projectId })),
    prefetch(trpc.projects.getOverview.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <ProjectKeys projectId={projectId} />
    </Hydrate>
  )
}
