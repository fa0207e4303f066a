'use client'

import { useQuery } from '@tanstack/react-query'
import { TextLink } from '@/components/layout/text-link'
import { paths } from '@/components/paths'
import { useTRPC } from '@/components/trpc'
import { approverNames } from './approver-names'

/** The owners who can approve the reader's requests. */
export function Approvers({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const members = useQuery(trpc.team.listMembers.queryOptions({ projectId }))
  if (!members.data) return null
  const names = approverNames(members.data.items)
  if (names) return <span className="text-muted-foreground"> {names} can approve it.</span>
  return (
    <>
      <span className="text-muted-foreground"> No other owner can approve it. </span>
      <TextLink href={paths.team(projectId)} className="underline">
        Open team
      </TextLink>
    </>
  )
}
