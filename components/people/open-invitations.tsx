'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { OpenInvitationView } from '@/schemas/team/contract'
import { OneTimeLink } from './one-time-link'
import { OpenInvitation } from './open-invitation'
import { usePlatformShortfall } from './use-platform-shortfall'

/** Invitations of a business, or of all, that were not accepted yet; nothing where there are none. */
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
