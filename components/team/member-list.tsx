'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { actionsColumn, dateColumn } from '@/components/table/columns'
import { QueryTable } from '@/components/table/query-table'
import type { TableColumn } from '@/components/table/table-column'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { EmailAddress } from '@/components/ui/email-address'
import type { MemberView } from '@/schemas/team/contract'
import { MemberActions } from './member-actions'

/** The members of the business, with the actions that an owner can take. */
export function MemberList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.team.listMembers.queryOptions({ projectId }))
  const shortfall = useRoleShortfall(projectId, 'owner')
  const removeShortfall = useRoleShortfall(projectId, 'owner', { whileSuspended: true })
  const columns = useMemo(
    (): readonly TableColumn<MemberView>[] => [
      {
        id: 'name',
        header: 'Person',
        cell: (member) => (
          <span className="block min-w-0 py-1">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {member.name}
              {member.isSelf ? <Badge>You</Badge> : null}
              {member.isActive ? null : <Badge tone="warning">Sign-in off</Badge>}
            </span>
            <EmailAddress value={member.email} className="block text-[0.8125rem] text-muted-foreground" />
            {member.hasFactor === false ? (
              <Badge tone="warning" className="mt-1">
                No second factor
              </Badge>
            ) : null}
          </span>
        ),
      },
      {
        id: 'role',
        header: 'Role',
        cell: ({ role }) => (
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'} className="capitalize">
            {role}
          </Badge>
        ),
      },
      dateColumn((member) => member.lastSeenAt, { id: 'seen', header: 'Last seen', hideBelow: 'md' }),
      actionsColumn((member) => (
        <MemberActions projectId={projectId} member={member} shortfall={shortfall} removeShortfall={removeShortfall} />
      )),
    ],
    [projectId, shortfall, removeShortfall],
  )
  return (
    <Card title="Members" flush>
      <QueryTable label="Members" flush columns={columns} query={query} rowKey={(member) => member.userId} />
    </Card>
  )
}
