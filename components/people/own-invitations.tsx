'use client'

import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { EmptyState } from '@/components/ui/empty-state'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'

/** The open invitations to the person's own address. */
export function OwnInvitations() {
  const trpc = useTRPC()
  const query = useQuery(trpc.people.listOwnInvitations.queryOptions())
  const join = useServerMutation(trpc.people.joinBusiness, {
    again: true,
    // A full page load, because memberships decide what every page shows.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast.error(refusalText(error)),
  })
  return (
    <Card title="Invitations" description="Sent to the email address you sign in with." flush>
      <QueryList
        query={query}
        empty={
          <EmptyState icon={<MailOpen aria-hidden />} title="No invitations">
            Invitations to other businesses appear here until they expire.
          </EmptyState>
        }
      >
        {(rows) => (
          <ul className="divide-y">
            {rows.map(({ id, businessName, role, expiresAt }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
                <div className="min-w-0 flex-1">
                  <p className="break-words font-medium">{businessName}</p>
                  <p className="text-[0.8125rem] text-muted-foreground">
                    Role: {role} · Expires <Time value={expiresAt} />
                  </p>
                </div>
                <Button
                  size="sm"
                  variant="primary"
                  aria-label={`Accept the invitation to ${businessName}`}
                  pending={join.isPending && join.variables?.invitationId === id}
                  disabledReason={join.isPending && 'An invitation is being accepted'}
                  onClick={() => join.mutate({ invitationId: id })}
                >
                  Accept
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}
