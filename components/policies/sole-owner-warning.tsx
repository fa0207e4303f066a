'use client'

import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '@/components/layout/link-button'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'

/**
 * Warns before a policy requires a second person that the business does not have: owners cannot approve their own
 * requests.
 */
export function SoleOwnerWarning({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const members = useQuery(trpc.team.listMembers.queryOptions({ projectId }))
  const owners = members.data?.items.filter(({ role, isActive }) => role === 'owner' && isActive) ?? []
  // An owner who cannot be shown may be the second one.
  if (!members.data || owners.length > 1) return null
  return (
    <Alert
      tone="warning"
      title="This business has one owner"
      actions={
        <LinkButton size="sm" href={paths.team(projectId)}>
          Open team
        </LinkButton>
      }
    >
      You cannot approve requests you make, or requests made with a key you have taken. Those wait until they expire.
      Invite a second owner first.
    </Alert>
  )
}
