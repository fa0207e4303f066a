'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { ReplayView } from '@/schemas/indexer/replays/contract'

/** Cancels a replay. Events sent so far stay sent. */
export function CancelReplay({ projectId, replay }: { projectId: string; replay: ReplayView }) {
  const { id: replayId, subscriptionId } = replay
  const trpc = useTRPC()
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.subscription.update' })
  const cancel = useServerMutation(trpc.indexer.cancelReplay, {
    onSuccess: async ({ status }) => {
      await client.invalidateQueries(trpc.indexer.listReplays.pathFilter())
      setOpen(false)
      toast.success(status === 'canceled' ? 'Replay canceled' : 'The replay had already ended')
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" className="ms-auto" disabledReason={shortfall}>
          Cancel replay
        </Button>
      }
      title="Cancel this replay?"
      description="The replay stops now. Events that are already queued are still delivered. You can replay the rest later."
      confirmLabel="Cancel replay"
      cancelLabel="Keep running"
      mutation={cancel}
      onConfirm={() => cancel.mutate({ projectId, subscriptionId, replayId })}
    />
  )
}
