'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import { recoveredText } from '@/components/webhooks/recovery'
import { RecoveryDialog } from '@/components/webhooks/recovery-dialog'
import { useRecovery } from '@/components/webhooks/use-recovery'

/** Puts failed events of a subscription back on their schedule after its receiver was away. */
export function RecoverEvents({ projectId, subscriptionId }: { projectId: string; subscriptionId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const recovery = useRecovery()
  const { open, since, close } = recovery
  const asked = { projectId, subscriptionId, since: since ?? new Date(0) }
  const failed = useQuery(trpc.indexer.countFailed.queryOptions(asked, { enabled: open && since !== null }))
  const recover = useAct(trpc.indexer.recoverSubscription, {
    onSuccess: async (count) => {
      await client.invalidateQueries(trpc.indexer.pathFilter())
      close()
      toast.success(recoveredText(count))
    },
  })
  return (
    <RecoveryDialog
      recovery={recovery}
      failed={failed}
      description="Events that were given up go back on the retry schedule, from its start, with the same id and body. While the subscription is paused they wait."
      shortfall={useRoleShortfall(projectId, 'developer')}
      act={recover}
      onConfirm={() => recover.mutate(asked)}
    />
  )
}
