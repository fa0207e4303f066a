'use client'

import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { Page } from '@/components/layout/page'
import { FirstCall } from '@/components/projects/first-call'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import type { NamedKeyView } from '@/schemas/keys/contract'
import { KeyTable } from './key-table'
import { noKeysText } from './live-key-hint'
import { RenameKeyPair } from './rename-key-pair'
import { RotateProjectKeys } from './rotate-project-keys'

/**
 * The project's keys, which an owner can rotate. A new key is shown in the example of a first call, and stored nowhere
 * else.
 */
export function ProjectKeys({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const keys = useQuery(trpc.keys.list.queryOptions({ projectId }))
  const [newKey, setNewKey] = useState('')
  const shortfall = useRoleShortfall(projectId, 'owner')
  const actions = useCallback(
    (key: NamedKeyView) =>
      key.environment === 'live' ? <RenameKeyPair pairKey={key} disabledReason={shortfall} /> : null,
    [shortfall],
  )
  const overview = useQuery(trpc.projects.getOverview.queryOptions({ projectId }))
  return (
    <Page
      title="API keys"
      description="Exchange a key for a short-lived access token at POST /v1/oauth/token. Keep keys on your servers."
      actions={<RotateProjectKeys projectId={projectId} onLiveKey={setNewKey} />}
    >
      <KeyTable query={keys} actions={actions} empty={noKeysText(keys.data?.mayCreate)} />
      <QueryContent query={overview} loading={null}>
        {({ baseUrl, liveKey, done }) => (
          <FirstCall
            key={newKey}
            projectId={projectId}
            baseUrl={baseUrl}
            liveKey={liveKey}
            hasPlan={done.planChosen}
            newKey={newKey}
          />
        )}
      </QueryContent>
    </Page>
  )
}
