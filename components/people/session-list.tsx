'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { describeUserAgent } from './describe-user-agent'

/** The person's own sign-ins, each with a way to end it. */
export function SessionList() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const sessions = useQuery(trpc.people.listSessions.queryOptions())
  const [confirming, setConfirming] = useState(false)
  const refresh = () => client.invalidateQueries(trpc.people.listSessions.pathFilter())
  const revoke = useServerMutation(trpc.people.revokeSession, {
    again: true,
    onSuccess: async () => {
      await refresh()
      toast.success('Session ended')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const revokeOthers = useServerMutation(trpc.people.revokeOtherSessions, {
    onSuccess: async () => {
      await refresh()
      setConfirming(false)
      toast.success('All other sessions ended')
    },
  })
  const others = sessions.data?.items.filter((session) => !session.isCurrent).length ?? 0
  return (
    <Card
      title="Sessions"
      flush
      actions={
        <ConfirmDialog
          open={confirming}
          onOpenChange={setConfirming}
          trigger={
            <Button size="sm" data-takes-over="sessions" disabledReason={others === 0 && 'This is your only session'}>
              End other sessions
            </Button>
          }
          title="End all other sessions?"
          description="All other browsers are signed out immediately. You stay signed in here."
          confirmLabel="End other sessions"
          mutation={revokeOthers}
          onConfirm={() => revokeOthers.mutate()}
        />
      }
    >
      <QueryList query={sessions}>
        {(rows) => (
          <ul className="divide-y">
            {rows.map((session) => (
              <li key={session.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
                <Laptop aria-hidden className="size-5 text-muted-foreground" />
                <div className="min-w-0 flex-1">
                  <p className="flex flex-wrap items-center gap-2 font-medium">
                    {describeUserAgent(session.userAgent)}
                    {session.isCurrent ? <Badge tone="success">This browser</Badge> : null}
                  </p>
                  <p className="text-[0.8125rem] text-muted-foreground">
                    {session.ip ?? 'Unknown address'} · Signed in <Time value={session.createdAt} /> · Last used{' '}
                    <Time value={session.lastSeenAt} />
                  </p>
                </div>
                {session.isCurrent ? null : (
                  <Button
                    size="sm"
                    takesOver="sessions"
                    aria-label={`End session of ${describeUserAgent(session.userAgent)}`}
                    pending={revoke.isPending && revoke.variables?.sessionId === session.id}
                    disabledReason={revoke.isPending && 'A session is being ended'}
                    onClick={() => revoke.mutate({ sessionId: session.id })}
                  >
                    End
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryList>
    </Card>
  )
}
