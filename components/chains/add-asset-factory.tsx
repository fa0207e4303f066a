'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'

const OUTCOME_TEXTS = {
  enabled: 'The asset factory is deployed. Tokens can be issued',
  deploying: 'The asset factory is being deployed. Check again once the transaction is mined.',
} as const

/** Deploys the factory of tokenized assets on a chain, or shows that it is deployed. */
export function AddAssetFactory({ chainId, name }: { chainId: number; name: string }) {
  const [open, setOpen] = useState(false)
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const add = useServerMutation(trpc.platform.addAssetFactory, {
    onSuccess: async (state) => {
      await client.invalidateQueries(trpc.chains.pathFilter())
      setOpen(false)
      toast.success(OUTCOME_TEXTS[state])
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      danger={false}
      trigger={
        <Button size="sm" disabledReason={shortfall}>
          Add asset factory
        </Button>
      }
      title={`Deploy the asset factory on ${name}?`}
      description="If the chain already has the factory, nothing is sent. Otherwise the gas wallet pays for one transaction of about 10 million gas. Tokens can be issued once it is mined."
      confirmLabel="Deploy"
      mutation={add}
      onConfirm={() => add.mutate({ chainId })}
    />
  )
}
