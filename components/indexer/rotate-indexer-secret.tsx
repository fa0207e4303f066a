'use client'

import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { SigningSecret } from './signing-secret'

/** Gives a subscription a new signing secret, which is shown once. */
export function RotateIndexerSecret({ projectId, subscriptionId }: { projectId: string; subscriptionId: string }) {
  const trpc = useTRPC()
  const [open, setOpen] = useState(false)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const rotate = useAct(trpc.indexer.rotateSecret, { onSuccess: () => setOpen(false) })
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
        onConfirm={() => rotate.mutate({ projectId, subscriptionId })}
      />
      <SigningSecret made={rotate.data} onDone={() => rotate.reset()} />
    </>
  )
}
