'use client'

import { useState } from 'react'
import { RotateSecret } from '@/components/destinations/rotate-secret'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { EndpointSecret } from './endpoint-secret'

/** Gives an endpoint a new signing secret, which is shown once. */
export function RotateEndpointSecret({ projectId, endpointId }: { projectId: string; endpointId: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const rotate = useServerMutation(trpc.webhooks.rotateEndpointSecret, { onSuccess: () => setOpen(false) })
  return (
    <>
      <RotateSecret
        projectId={projectId}
        open={open}
        onOpenChange={setOpen}
        mutation={rotate}
        onConfirm={() => rotate.mutate({ projectId, endpointId })}
      />
      <EndpointSecret created={rotate.data} onDone={() => rotate.reset()} />
    </>
  )
}
