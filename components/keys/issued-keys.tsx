'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { NamedKeyView } from '@/schemas/keys/contract'
import { currentPairName, hasWorkingKey } from './has-working-key'
import { keyName, OVERLAP_HOURS } from './key-displays'
import { KeyTable } from './key-table'
import { NewKeyPair } from './new-key-pair'
import { RenameKeyPair } from './rename-key-pair'
import { RotateKeys } from './rotate-keys'

type IssuedKeysProps = { businessId: string; projectId: string }

/** The operator's side of keys: issue a pair, revoke one key. */
export function IssuedKeys({ businessId, projectId }: IssuedKeysProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const project = { businessId, projectId }
  const [asking, setAsking] = useState(false)
  const [leaving, setLeaving] = useState<NamedKeyView | null>(null)
  const shortfall = usePlatformShortfall()
  const keys = useQuery(trpc.keys.listOfProject.queryOptions(project))
  const refresh = () =>
    Promise.all([
      client.invalidateQueries(trpc.keys.pathFilter()),
      client.invalidateQueries(trpc.businesses.pathFilter()),
    ])
  const issue = useServerMutation(trpc.keys.rotateOfProject, {
    onSuccess: async () => {
      setAsking(false)
      await refresh()
    },
  })
  const allow = useServerMutation(trpc.projects.allowKeys, {
    again: true,
    onSuccess: async () => {
      await refresh()
      toast.success('Owners can create the API keys')
    },
    onError: (error) => toast.error(refusalText(error)),
  })
  const revoke = useServerMutation(trpc.keys.revoke, {
    onSuccess: async () => {
      await refresh()
      setLeaving(null)
      toast.success('Key revoked')
    },
  })
  const hasKeys = hasWorkingKey(keys.data?.items)
  const actions = useCallback(
    (key: NamedKeyView) => (
      <span className="inline-flex items-center">
        {key.environment === 'live' ? (
          <RenameKeyPair pairKey={key} businessId={businessId} disabledReason={shortfall} />
        ) : null}
        {key.status === 'revoked' || key.status === 'expired' ? null : (
          <Button
            size="sm"
            variant="danger-ghost"
            disabledReason={shortfall}
            aria-label={`Revoke ${keyName(key)}`}
            onClick={() => setLeaving(key)}
          >
            Revoke
          </Button>
        )}
      </span>
    ),
    [businessId, shortfall],
  )
  return (
    <Card
      title="API keys"
      description="A live and a test key, issued together."
      actions={
        <>
          {keys.data && !keys.data.mayCreate ? (
            <Button
              disabledReason={shortfall}
              pending={allow.isPending}
              takesOver="issue-keys"
              onClick={() => allow.mutate(project)}
            >
              Let owners create them
            </Button>
          ) : null}
          <RotateKeys
            label="Issue keys"
            hasKeys={hasKeys}
            name={currentPairName(keys.data?.items)}
            disabledReason={shortfall}
            open={asking}
            onOpenChange={setAsking}
            mutation={issue}
            onRotate={({ overlap, name }) => issue.mutate({ ...project, name, overlapHours: OVERLAP_HOURS[overlap] })}
          />
        </>
      }
      flush
    >
      <KeyTable
        query={keys}
        actions={actions}
        empty={
          keys.data?.mayCreate
            ? 'The owners of the business can create the first pair, and nobody else sees the keys.'
            : 'Let the owners create the first pair, and nobody else sees the keys. Or issue it here and hand over the live key.'
        }
        flush
      />
      {/* `reset` drops the keys from memory as well. */}
      <NewKeyPair pair={issue.data} onDone={() => issue.reset()} />
      <ConfirmDialog
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={`Revoke ${leaving ? keyName(leaving) : 'this key'}?`}
        description="The key and its access tokens stop working within ten seconds. This cannot be undone."
        confirmLabel="Revoke key"
        mutation={revoke}
        onConfirm={() => leaving && revoke.mutate({ ...project, keyId: leaving.id })}
      />
    </Card>
  )
}
