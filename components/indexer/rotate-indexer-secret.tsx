'use client'

import { useState } from 'react'
import { RotateSecret } from '@/components/destinations/rotate-secret'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { IndexerSecret } from './indexer-secret'

/** Gives a subscription a new signing secret, which is shown once. */
export function RotateIndexerSecret({ projectId, subscriptionId }: { projectId: string; subscriptionId: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const rotate = useServerMutation(trpc.indexer.rotateSecret, { onSuccess: () => setOpen(false) })
  return (
    <>
      <RotateSecret
        projectId={projectId}
        includes="indexer.subscription.update"
        open={open}
        onOpenChange={setOpen}
        mutation={rotate}
        onConfirm={() => rotate.mutate({ projectId, subscriptionId })}
      />
      <IndexerSecret created={rotate.data} onDone={() => rotate.reset()} />
    </>
  )
}
