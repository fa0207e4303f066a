'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { recoveredText } from '@/components/webhooks/recovery'
import { RecoveryDialog } from '@/components/webhooks/recovery-dialog'
import { useRecovery } from '@/components/webhooks/use-recovery'

type Recovered = { projectId: string; subscriptionId: string }

/** Chooses the time from which failed events are sent again, shows their number, and sends them. */
export function RecoverEventsForm({ projectId, subscriptionId, ...state }: DialogState & Recovered) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const recovery = useRecovery(state)
  const { open, since } = recovery
  const input = { projectId, subscriptionId, since: since ?? new Date(0) }
  const failed = useQuery(trpc.indexer.countFailed.queryOptions(input, { enabled: open && since !== null }))
  const recover = useServerMutation(trpc.indexer.recoverSubscription, {
    onSuccess: async (count) => {
      await client.invalidateQueries(trpc.indexer.pathFilter())
      state.onOpenChange(false)
      toast.success(recoveredText(count))
    },
  })
  return (
    <RecoveryDialog
      recovery={recovery}
      failed={failed}
      description="Failed events restart the retry schedule with the same id and body. While the subscription is paused, they wait."
      mutation={recover}
      onConfirm={() => recover.mutate(input)}
    />
  )
}
