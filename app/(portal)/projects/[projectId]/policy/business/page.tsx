import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { PolicyPage } from '@/components/policies/policy-page'

export const metadata: Metadata = { title: 'Business policy' }

export default async function BusinessPolicyPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  const input = { projectId, scope: 'business' } as const
  await Promise.all([
    prefetch(trpc.policies.get.queryOptions(input)),
    prefetch(trpc.policies.listChanges.queryOptions(input)),
  ])
  return (
    <Hydrate>
      <PolicyPage projectId={projectId} scope="business" />
    </Hydrate>
  )
}
