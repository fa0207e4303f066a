import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { Allowlist } from '@/components/projects/allowlist'

export const metadata: Metadata = { title: 'IP allowlist' }

export default async function AllowlistPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await prefetch(trpc.projects.listAllowedIpAddresses.queryOptions({ projectId }))
  return (
    <Hydrate>
      <Allowlist projectId={projectId} />
    </Hydrate>
  )
}
