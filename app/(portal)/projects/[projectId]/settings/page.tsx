import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { ProjectSettings } from '@/components/projects/project-settings'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await prefetch(trpc.subscriptions.list.queryOptions({ projectId }))
  return (
    <Hydrate>
      <ProjectSettings projectId={projectId} />
    </Hydrate>
  )
}
