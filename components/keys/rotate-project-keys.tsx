'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { hasWorkingKey } from './has-working-key'
import { OVERLAP_HOURS } from './key-displays'
import { NewKeyPair } from './new-key-pair'
import { RotateKeys } from './rotate-keys'

const REFRESH_MS = 10_000

type RotateProjectKeysProps = {
  projectId: string
  /** Is handed the new live key when its showing ends; it is kept nowhere else. */
  onLiveKey?: (key: string) => void
}

/** An owner's button for a new pair, with its one showing. The first pair is the operator's to issue. */
export function RotateProjectKeys({ projectId, onLiveKey }: RotateProjectKeysProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const keys = useQuery(
    trpc.keys.list.queryOptions(
      { projectId },
      // An owner who waits for the first pair sees when it is there.
      { refetchInterval: ({ state }) => (hasWorkingKey(state.data?.items) ? false : REFRESH_MS) },
    ),
  )
  const rotate = useServerMutation(trpc.keys.rotate, {
    onSuccess: async () => {
      setAsking(false)
      await Promise.all([
        client.invalidateQueries(trpc.keys.pathFilter()),
        client.invalidateQueries(trpc.projects.getOverview.pathFilter()),
      ])
    },
  })
  const hasKeys = hasWorkingKey(keys.data?.items)
  return (
    <>
      <RotateKeys
        label="Rotate keys"
        hasKeys={hasKeys}
        disabledReason={shortfall ?? (hasKeys ? null : 'The operator issues the first pair of keys')}
        open={asking}
        onOpenChange={setAsking}
        mutation={rotate}
        onRotate={(overlap) => rotate.mutate({ projectId, overlapHours: OVERLAP_HOURS[overlap] })}
      />
      <NewKeyPair
        pair={rotate.data}
        onDone={() => {
          if (rotate.data) onLiveKey?.(rotate.data.live.key)
          // Drops the keys from memory as well.
          rotate.reset()
        }}
      />
    </>
  )
}
