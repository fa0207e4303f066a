'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { paths } from '@/components/paths'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'

/** Ends a subscription for good. */
export function DeleteSubscription({ projectId, subscriptionId }: { projectId: string; subscriptionId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer')
  const remove = useAct(trpc.indexer.deleteSubscription, {
    onSuccess: async () => {
      setOpen(false)
      toast.success('Subscription deleted')
      router.push(paths.events(projectId))
      // Not the page that is being left: it would ask for what is gone.
      await client.invalidateQueries(trpc.indexer.listSubscriptions.pathFilter())
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button className="text-danger-foreground" disabledReason={shortfall}>
          Delete
        </Button>
      }
      title="Delete this subscription?"
      description="Nothing more is sent, not even what is on its way now. Its delivery logs stay. This cannot be undone."
      confirmLabel="Delete subscription"
      act={remove}
      onConfirm={() => remove.mutate({ projectId, subscriptionId })}
    />
  )
}
