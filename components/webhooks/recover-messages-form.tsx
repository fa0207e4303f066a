'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { recoveredText } from './recovery'
import { RecoveryDialog } from './recovery-dialog'
import { useRecovery } from './use-recovery'

type Recovered = {
  projectId: string
  endpointId?: string
  /** Only those whose URL holds this text. */
  url?: string
}

/** Chooses the time from which failed deliveries are sent again, shows their number, and sends them. */
export function RecoverMessagesForm({ projectId, endpointId, url, ...state }: DialogState & Recovered) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const recovery = useRecovery(state)
  const { open, since } = recovery
  const input = { projectId, since: since ?? new Date(0), url, endpointId }
  const failed = useQuery(trpc.webhooks.countFailed.queryOptions(input, { enabled: open && since !== null }))
  const recover = useServerMutation(trpc.webhooks.recover, {
    onSuccess: async (count) => {
      await client.invalidateQueries(trpc.webhooks.pathFilter())
      state.onOpenChange(false)
      toast.success(recoveredText(count))
    },
  })
  const scopeText = endpointId ? ' to this endpoint' : url ? ` to URLs with “${url}”` : ''
  return (
    <RecoveryDialog
      recovery={recovery}
      failed={failed}
      description={`Failed deliveries${scopeText} restart the retry schedule with the same id and body.`}
      mutation={recover}
      onConfirm={() => recover.mutate(input)}
    />
  )
}
