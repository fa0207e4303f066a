'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { LazyContent } from '@/components/ui/lazy-content'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { passFocusOn } from '@/components/ui/use-focus-handover'
import { currentPairName, hasWorkingKey } from './has-working-key'
import { OVERLAP_HOURS } from './key-displays'
import { RotateKeys } from './rotate-keys'

const newKeyPair = lazyPart(() => import('./new-key-pair'))
const REFRESH_MS = 10_000
/** The overlap of a first pair: one that another owner created at the same time stays valid for a day. */
const FIRST_OVERLAP_HOURS = 24

type RotateProjectKeysProps = {
  projectId: string
  /** Called when the new keys are shown. Keep this component mounted until `onLiveKey`: only it has the keys. */
  onShow?: () => void
  /** Called with the new live key when the person closes the dialog. The key is not stored anywhere else. */
  onLiveKey?: (key: string) => void
  /** Shows only the button for the first pair, and nothing once a pair exists. */
  isFirst?: boolean
}

/**
 * A button with which an owner creates or rotates the pair of keys, and the dialog that shows the new keys once. The
 * first pair needs no confirmation, because it ends no key.
 */
export function RotateProjectKeys({ projectId, onShow, onLiveKey, isFirst = false }: RotateProjectKeysProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  const keys = useQuery(
    trpc.keys.list.queryOptions(
      { projectId },
      // Polls until a pair exists, so that an owner who waits for the first one sees it.
      { refetchInterval: ({ state }) => (hasWorkingKey(state.data?.items) ? false : REFRESH_MS) },
    ),
  )
  const rotate = useServerMutation(trpc.keys.rotate, {
    onSuccess: async () => {
      onShow?.()
      setAsking(false)
      await Promise.all([
        client.invalidateQueries(trpc.keys.pathFilter()),
        client.invalidateQueries(trpc.projects.getOverview.pathFilter()),
      ])
    },
    // While the dialog is open, it shows the error.
    onError: (error) => asking || toast.error(refusalText(error)),
  })
  const hasKeys = hasWorkingKey(keys.data?.items)
  return (
    <>
      {hasKeys ? (
        isFirst ? null : (
          <RotateKeys
            label="Rotate keys"
            hasKeys
            name={currentPairName(keys.data?.items)}
            disabledReason={shortfall}
            open={asking}
            onOpenChange={setAsking}
            mutation={rotate}
            onRotate={({ overlap, name }) => rotate.mutate({ projectId, name, overlapHours: OVERLAP_HOURS[overlap] })}
          />
        )
      ) : (
        <Button
          variant="primary"
          size={isFirst ? 'sm' : undefined}
          icon={isFirst ? undefined : <KeyRound aria-hidden />}
          takesOver={isFirst ? 'setup' : undefined}
          pending={rotate.isPending}
          disabledReason={shortfall ?? (keys.data?.mayCreate ? null : 'The operator issues the first pair of keys')}
          onClick={() => rotate.mutate({ projectId, overlapHours: FIRST_OVERLAP_HOURS })}
        >
          Create API keys
        </Button>
      )}
      {rotate.data ? (
        <LazyContent part={newKeyPair} loading={null}>
          {({ NewKeyPair }) => (
            <NewKeyPair
              pair={rotate.data}
              baseUrl={overview.data?.baseUrl}
              onDone={() => {
                if (rotate.data) onLiveKey?.(rotate.data.live.key)
                // Also removes the keys from memory.
                rotate.reset()
                passFocusOn(isFirst ? 'setup' : 'issue-keys')
              }}
            />
          )}
        </LazyContent>
      ) : null}
    </>
  )
}
