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

/** Ends a webhook endpoint for good. */
export function DeleteEndpoint({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'developer')
  const remove = useAct(trpc.webhooks.deleteEndpoint, {
    onSuccess: async () => {
      setOpen(false)
      toast.success('Endpoint deleted')
      router.push(paths.webhookEndpoints(projectId))
      // Not the page that is being left: it would ask for what is gone.
      await client.invalidateQueries(trpc.webhooks.listEndpoints.pathFilter())
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
      title="Delete this endpoint?"
      description="Nothing more is sent to it, not even what is on its way now. Its deliveries stay to be read. This cannot be undone."
      confirmLabel="Delete endpoint"
      act={remove}
      onConfirm={() => remove.mutate({ projectId, endpointId })}
    />
  )
}
