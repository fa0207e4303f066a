import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PolicyPage } from '@/components/policies/policy-page'

export const metadata: Metadata = { title: 'Policy' }

export default async function ProjectPolicyPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  const input = { projectId, scope: 'project' } as const
  await Promise.all([
    prefetch(trpc.policies.get.queryOptions(input)),
    prefetch(trpc.policies.listChanges.queryOptions(input)),
  ])
  return (
    <Hydrate>
      <PolicyPage projectId={projectId} scope="project" />
    </Hydrate>
  )
}
