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
/** A pair that another owner created at the same time stays valid for a day. */
const FIRST_OVERLAP_HOURS = 24

type RotateProjectKeysProps = {
  projectId: string
  /** The showing begins: until it ends, this component has to stay. */
  onShow?: () => void
  /** Is handed the new live key when its showing ends; it is kept nowhere else. */
  onLiveKey?: (key: string) => void
  /** Only the button for the first pair, for as long as there is none. */
  isFirst?: boolean
}

/** An owner's button for a new pair, with its one showing. The first pair needs no question: no key ends by it. */
export function RotateProjectKeys({ projectId, onShow, onLiveKey, isFirst = false }: RotateProjectKeysProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  const keys = useQuery(
    trpc.keys.list.queryOptions(
      { projectId },
      // An owner who waits for the first pair sees when it is there.
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
    // The dialog says it.
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
                // Drops the keys from memory as well.
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
