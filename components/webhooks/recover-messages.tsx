'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useQueryStates } from 'nuqs'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import { messageFilter, toMessageInput } from './message-filter'
import { recoveredText } from './recovery'
import { RecoveryDialog } from './recovery-dialog'
import { useRecovery } from './use-recovery'

/**
 * Puts failed deliveries back on their schedule after the receiver was away: those of one endpoint, or of the project, and of these only those
 * the list is narrowed to by URL.
 */
export function RecoverMessages({ projectId, endpointId }: { projectId: string; endpointId?: string }) {
  const trpc = useTRPC()
  const [{ search }] = useQueryStates(messageFilter)
  const { url } = toMessageInput(projectId, { search: endpointId ? '' : search })
  const client = useQueryClient()
  const recovery = useRecovery()
  const { open, since, close } = recovery
  const asked = { projectId, since: since ?? new Date(0), url, endpointId }
  const failed = useQuery(trpc.webhooks.countFailed.queryOptions(asked, { enabled: open && since !== null }))
  const recover = useAct(trpc.webhooks.recover, {
    onSuccess: async (count) => {
      await client.invalidateQueries(trpc.webhooks.pathFilter())
      close()
      toast.success(recoveredText(count))
    },
  })
  const of = endpointId ? ' to this endpoint' : url ? ` to URLs with “${url}”` : ''
  return (
    <RecoveryDialog
      recovery={recovery}
      failed={failed}
      description={`Failed deliveries${of} go back on the retry schedule, from its start, with the same id and body.`}
      shortfall={useRoleShortfall(projectId, 'developer')}
      act={recover}
      onConfirm={() => recover.mutate(asked)}
    />
  )
}
