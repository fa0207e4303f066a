'use client'

import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { EndpointSecret } from './endpoint-secret'

/** Gives an endpoint a new signing secret, which is shown once. */
export function RotateEndpointSecret({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const rotate = useAct(trpc.webhooks.rotateEndpointSecret, { onSuccess: () => setOpen(false) })
  return (
    <>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        trigger={<Button disabledReason={shortfall}>Rotate secret</Button>}
        danger={false}
        title="Rotate the signing secret?"
        description="A new secret is made and shown once. For 24 hours deliveries carry a second signature under the present one, so that your receiver can change over."
        confirmLabel="Rotate secret"
        act={rotate}
        onConfirm={() => rotate.mutate({ projectId, endpointId })}
      />
      <EndpointSecret made={rotate.data} onDone={() => rotate.reset()} />
    </>
  )
}
