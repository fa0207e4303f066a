'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { InvitationView } from '@/schemas/team/contract'
import { InvitationRow } from './invitation-row'

/** Invitations that were not accepted yet. */
export function InvitationList({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.team.listInvitations.queryOptions({ projectId }))
  const [withdrawing, setWithdrawing] = useState<InvitationView | null>(null)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const withdrawShortfall = useRoleShortfall(projectId, 'owner', { whileSuspended: true })
  const refresh = () => client.invalidateQueries(trpc.team.listInvitations.pathFilter())
  const resend = useServerMutation(trpc.team.resendInvitation, {
    again: true,
    onSuccess: async () => {
      await refresh()
      toast.success('Invitation emailed again; the former link stopped working')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const withdraw = useServerMutation(trpc.team.withdrawInvitation, {
    onSuccess: async () => {
      await refresh()
      setWithdrawing(null)
      toast.success('Invitation withdrawn')
    },
  })
  return (
    <Card title="Open invitations" flush>
      <QueryList
        query={query}
        empty={
          <EmptyState icon={<Mail aria-hidden />} title="No open invitations">
            People you invite appear here until they accept.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y">
            {rows.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                {...invitation}
                facts={
                  <>
                    Invited by {invitation.invitedBy} <Time value={invitation.createdAt} />, expires{' '}
                    <Time value={invitation.expiresAt} />
                  </>
                }
              >
                <Button
                  size="sm"
                  aria-label={`Resend the invitation to ${invitation.email}`}
                  pending={resend.isPending && resend.variables?.invitationId === invitation.id}
                  disabledReason={shortfall}
                  onClick={() => resend.mutate({ projectId, invitationId: invitation.id })}
                >
                  Resend
                </Button>
                <Button
                  size="sm"
                  aria-label={`Withdraw the invitation to ${invitation.email}`}
                  disabledReason={withdrawShortfall}
                  onClick={() => setWithdrawing(invitation)}
                >
                  Withdraw
                </Button>
              </InvitationRow>
            ))}
          </ul>
        )}
      </QueryList>
      <ConfirmDialog
        open={withdrawing !== null}
        onOpenChange={(open) => !open && setWithdrawing(null)}
        title={`Withdraw the invitation to ${withdrawing?.email ?? 'this address'}?`}
        description="Its link stops working immediately. You can invite the same address again."
        confirmLabel="Withdraw invitation"
        mutation={withdraw}
        onConfirm={() => withdrawing && withdraw.mutate({ projectId, invitationId: withdrawing.id })}
      />
    </Card>
  )
}
