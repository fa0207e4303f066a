'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import type { PasskeyView } from '@/schemas/people/passkeys'
import { MAX_PASSKEYS } from '@/schemas/people/words'
import { AddPasskey } from './add-passkey'

const STORAGE = {
  synced: 'Backed up',
  device: 'On one device',
  not_backed_up: 'Not backed up',
} satisfies Record<PasskeyView['storage'], string>

const REQUIRED = 'You are required to have a second factor. Add another one first.'

/** The person's own passkeys: adding and removing them. */
export function Passkeys() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const factor = useQuery(trpc.people.getFactor.queryOptions())
  const [removed, setRemoved] = useState<PasskeyView | null>(null)
  const remove = useServerMutation(trpc.people.removePasskey, {
    onSuccess: async () => {
      setRemoved(null)
      await Promise.all([
        client.invalidateQueries(trpc.people.getFactor.pathFilter()),
        client.invalidateQueries(trpc.people.listSessions.pathFilter()),
      ])
      toast.success('Passkey removed')
    },
  })
  function ask(passkey: PasskeyView) {
    remove.reset()
    setRemoved(passkey)
  }
  return (
    <Card
      title="Passkeys"
      description="A passkey signs you in with your fingerprint, face or device PIN, without a password. It also confirms sensitive changes."
    >
      <QueryContent query={factor} loading={<Skeleton className="h-10" />}>
        {({ addedAt, passkeys, isRequired }) => {
          const isLast = isRequired && addedAt === null && passkeys.length === 1
          return (
            <div className="space-y-4">
              {passkeys.length === 0 ? null : (
                <ul aria-label="Passkeys" className="divide-y">
                  {passkeys.map((passkey) => (
                    <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 first:pt-0">
                      <KeyRound aria-hidden className="size-5 text-muted-foreground" />
                      <div className="min-w-0 flex-1">
                        <p className="flex flex-wrap items-center gap-2 font-medium">
                          <span className="break-words">{passkey.name}</span>
                          <Badge>{STORAGE[passkey.storage]}</Badge>
                        </p>
                        <p className="text-[0.8125rem] text-muted-foreground">
                          Added <Time value={passkey.createdAt} /> ·{' '}
                          {passkey.lastUsedAt === null ? (
                            'Never used'
                          ) : (
                            <>
                              Last used <Time value={passkey.lastUsedAt} />
                            </>
                          )}
                        </p>
                      </div>
                      <Button
                        size="sm"
                        aria-label={`Remove passkey ${passkey.name}`}
                        disabledReason={isLast && REQUIRED}
                        onClick={() => ask(passkey)}
                      >
                        Remove
                      </Button>
                    </li>
                  ))}
                </ul>
              )}
              {passkeys.length < MAX_PASSKEYS ? (
                <AddPasskey />
              ) : (
                <p>You have {MAX_PASSKEYS} passkeys. Remove one to add another.</p>
              )}
            </div>
          )
        }}
      </QueryContent>
      <ConfirmDialog
        open={removed !== null}
        onOpenChange={(open) => !open && setRemoved(null)}
        title={`Remove passkey ${removed?.name ?? ''}?`}
        description="It can no longer be used to sign in, and your other sessions end. Your device keeps it until you delete it there."
        confirmLabel="Remove passkey"
        mutation={remove}
        onConfirm={() => removed && remove.mutate({ passkeyId: removed.id })}
      />
    </Card>
  )
}
