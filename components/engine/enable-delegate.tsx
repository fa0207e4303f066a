'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { TreasuryChain } from '@/schemas/platform/contract'

const OUTCOME_TEXTS = {
  enabled: 'The delegate contract is in use',
  deploying: 'The contract is being deployed. Confirm again once it is mined.',
} as const

const FOR_RELAYERS =
  'Once it is deployed, relayers can submit what wallets sign (EIP-7702). Choose the strategy under Edit gas.'
const FOR_WALLETS =
  'Once the new version is deployed and you confirm again, each wallet switches to it with its next transfer, which pays for the change.'

/** Deploys the delegate contract, or its newest version, on a chain that lacks it. */
export function EnableDelegate({ chain }: { chain: TreasuryChain }) {
  const [open, setOpen] = useState(false)
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = usePlatformShortfall()
  const enable = useServerMutation(trpc.platform.enableDelegate, {
    onSuccess: async (state) => {
      await client.invalidateQueries(trpc.platform.pathFilter())
      setOpen(false)
      toast.success(OUTCOME_TEXTS[state])
    },
  })
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" disabledReason={shortfall} aria-label={`Deploy the delegate contract on ${chain.name}`}>
          {chain.hasDelegate ? 'Update delegate' : 'Add delegate'}
        </Button>
      }
      title={`Deploy the delegate contract on ${chain.name}?`}
      description={`The gas wallet pays for one transaction of up to 2.5 million gas. ${chain.hasDelegate ? FOR_WALLETS : FOR_RELAYERS}`}
      confirmLabel="Deploy"
      danger={false}
      mutation={enable}
      onConfirm={() => enable.mutate({ chainId: chain.chainId })}
    />
  )
}
