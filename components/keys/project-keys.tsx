'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { Page } from '@/components/layout/page'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryError } from '@/components/query-error'
import { useTRPC } from '@/components/trpc'
import { OVERLAP_HOURS } from './key-looks'
import { KeyTable } from './key-table'
import { NewKeyPair } from './new-key-pair'
import { RotateKeys } from './rotate-keys'

/** The project's keys, and their rotation by an owner. The first pair is the operator's to issue. */
export function ProjectKeys({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const keys = useQuery(trpc.keys.list.queryOptions({ projectId }))
  const rotate = useAct(trpc.keys.rotate, {
    onSuccess: async () => {
      setAsking(false)
      await client.invalidateQueries(trpc.keys.pathFilter())
    },
  })
  const hasKeys = Boolean(keys.data?.some((key) => key.status === 'active' || key.status === 'expiring'))
  return (
    <Page
      title="API keys"
      description="A key is exchanged for a short-lived token at POST /v1/oauth/token. Keep it on your servers."
      actions={
        <RotateKeys
          label="Rotate keys"
          hasKeys={hasKeys}
          disabledReason={shortfall ?? (hasKeys ? null : 'The operator issues the first pair of keys')}
          open={asking}
          onOpenChange={setAsking}
          act={rotate}
          onRotate={(overlap) => rotate.mutate({ projectId, overlapHours: OVERLAP_HOURS[overlap] })}
        />
      }
    >
      {keys.error ? (
        <QueryError query={keys} />
      ) : (
        <KeyTable
          keys={keys.data}
          empty="Keys are issued by the operator of this platform. Ask them for your first pair."
        />
      )}
      {/* `reset` drops the keys from memory as well. */}
      <NewKeyPair pair={rotate.data} onDone={() => rotate.reset()} />
    </Page>
  )
}
