'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryContent } from '@/components/query-content'
import { InvitationRow } from '@/components/team/invitation-row'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { OpenInvitationView } from '@/schemas/team/contract'
import { OneTimeLink } from './one-time-link'
import { usePlatformShortfall } from './use-platform-shortfall'

/** Invitations of a business, or of all, that were not accepted yet; nothing if there are none. */
export function OpenInvitations({ businessId }: { businessId?: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const query = useQuery(trpc.team.listInvitationsOfAll.queryOptions({ businessId }))
  const [revoking, setRevoking] = useState<OpenInvitationView | null>(null)
  const shortfall = usePlatformShortfall()
  const refresh = () => client.invalidateQueries(trpc.team.listInvitationsOfAll.pathFilter())
  const resend = useServerMutation(trpc.team.resendInvitationOfAll, {
    again: true,
    onSuccess: async ({ state, link }) => {
      await refresh()
      if (state === 'proposed') toast.success('A second operator has to approve this')
      else if (link === null) toast.success('Invitation sent again; the former link stopped working')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const revoke = useServerMutation(trpc.team.withdrawInvitationOfAll, {
    onSuccess: async () => {
      await refresh()
      setRevoking(null)
      toast.success('Invitation revoked')
    },
  })
  return (
    <QueryContent query={query} loading={null}>
      {({ items }) =>
        items.length === 0 ? null : (
          <Card title="Open invitations" flush>
            <ul className="divide-y">
              {items.map((invitation) => (
                <OpenInvitation
                  key={invitation.id}
                  invitation={invitation}
                  isSending={resend.isPending && resend.variables?.invitationId === invitation.id}
                  disabledReason={shortfall}
                  onSend={() => resend.mutate({ invitationId: invitation.id })}
                  onRevoke={() => setRevoking(invitation)}
                />
              ))}
            </ul>
            <ConfirmDialog
              open={revoking !== null}
              onOpenChange={(open) => !open && setRevoking(null)}
              title={`Revoke the invitation to ${revoking?.email ?? 'this address'}?`}
              description="Its link stops working immediately. You can invite the same address again."
              confirmLabel="Revoke invitation"
              mutation={revoke}
              onConfirm={() => revoking && revoke.mutate({ invitationId: revoking.id })}
            />
            <OneTimeLink link={resend.data?.link ?? null} title="Invitation" onDone={() => resend.reset()} />
          </Card>
        )
      }
    </QueryContent>
  )
}

type OpenInvitationProps = {
  invitation: OpenInvitationView
  isSending: boolean
  disabledReason: string | null
  onSend: () => void
  onRevoke: () => void
}

/** One invitation that waits to be accepted, and what an operator may do with it. */
function OpenInvitation({ invitation, isSending, disabledReason, onSend, onRevoke }: OpenInvitationProps) {
  const { email, name, role, business, invitedBy, createdAt, expiresAt } = invitation
  return (
    <InvitationRow
      email={email}
      role={role}
      facts={
        <>
          {[name, business?.name].filter(Boolean).join(', ')} {name || business ? '· ' : null}Invited by {invitedBy}{' '}
          <Time value={createdAt} />, valid until <Time value={expiresAt} />
        </>
      }
    >
      <Button
        size="sm"
        aria-label={`Send the invitation to ${email} again`}
        pending={isSending}
        disabledReason={disabledReason}
        onClick={onSend}
      >
        Send again
      </Button>
      <Button
        size="sm"
        variant="danger-ghost"
        aria-label={`Revoke the invitation to ${email}`}
        disabledReason={disabledReason}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </InvitationRow>
  )
}
