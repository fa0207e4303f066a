'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { toast } from '@/components/ui/toast'
import { AddAuthenticator } from './add-authenticator'
import { RecoveryCodes } from './recovery-codes'

const REQUIRED = 'You are required to have a second factor. Replace it instead.'

/** The person's own authenticator app: adding, replacing and removing it, and new recovery codes. */
export function SecondFactor() {
  const trpc = useTRPC()
  const client = useQueryClient()
  const factor = useQuery(trpc.people.getFactor.queryOptions())
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [removing, setRemoving] = useState(false)
  const refresh = () => client.invalidateQueries(trpc.people.getFactor.pathFilter())
  const replace = useServerMutation(trpc.people.replaceRecoveryCodes, {
    again: true,
    onSuccess: async ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      await refresh()
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const remove = useServerMutation(trpc.people.removeFactor, {
    onSuccess: async () => {
      setRemoving(false)
      await refresh()
      toast.success('Second factor removed')
    },
  })
  return (
    <Card
      title="Second factor"
      description="A code from an authenticator app confirms that it is you when you sign in and before sensitive changes."
    >
      <QueryContent query={factor} loading={<Skeleton className="h-10" />}>
        {({ addedAt, passkeys, recoveryCodesLeft, isRequired }) =>
          addedAt === null && passkeys.length === 0 ? (
            <AddAuthenticator />
          ) : (
            <div className="space-y-4">
              <p>
                {addedAt === null ? (
                  'No authenticator app'
                ) : (
                  <>
                    Authenticator app added <Time value={addedAt} />
                  </>
                )}{' '}
                · {recoveryCodesLeft} of 10 recovery codes left
              </p>
              <div className="flex flex-wrap items-start gap-2">
                <Button pending={replace.isPending} onClick={() => replace.mutate()}>
                  New recovery codes
                </Button>
                {addedAt === null ? null : (
                  <ConfirmDialog
                    open={removing}
                    onOpenChange={setRemoving}
                    trigger={<Button disabledReason={isRequired && passkeys.length === 0 && REQUIRED}>Remove</Button>}
                    title="Remove the second factor?"
                    description={
                      passkeys.length > 0
                        ? 'Its codes stop working, and your other sessions end. Your passkeys stay.'
                        : 'You will sign in with your password alone. Recovery codes stop working, and your other sessions end.'
                    }
                    confirmLabel="Remove second factor"
                    mutation={remove}
                    onConfirm={() => remove.mutate()}
                  />
                )}
              </div>
              <AddAuthenticator label={addedAt === null ? 'Add authenticator app' : 'Replace authenticator app'} />
            </div>
          )
        }
      </QueryContent>
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(null)} /> : null}
    </Card>
  )
}
