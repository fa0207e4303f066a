import type { Metadata } from 'next'
import { requireSignedIn } from '@/app/session'
import { Hydrate, prefetch, trpc } from '@/app/trpc'
import { TeamPage } from '@/components/team/team-page'

export const metadata: Metadata = { title: 'Team' }

export default async function ProjectTeamPage({ params }: { params: Promise<{ projectId: string }> }) {
  await requireSignedIn()
  const { projectId } = await params
  await Promise.all([
    prefetch(trpc.team.listMembers.queryOptions({ projectId })),
    prefetch(trpc.team.listInvitations.queryOptions({ projectId })),
    prefetch(trpc.team.getFactorRequirement.queryOptions({ projectId })),
  ])
  return (
    <Hydrate>
      <TeamPage projectId={projectId} />
    </Hydrate>
  )
}
