'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { DepositTokenView } from '@/server/payments/stablecoins/contract'

/** Asks before payments are no longer taken in a token, or are again. */
export function SwitchDepositToken({ token }: { token: DepositTokenView }) {
  const { id: tokenId, isActive } = token
  const name = `${token.symbol} on ${token.chainName}`
  const [open, setOpen] = useState(false)
  const shortfall = usePlatformShortfall()
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useAct(trpc.payments.setDepositTokenActive, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      setOpen(false)
      toast.success(isActive ? 'Token switched off' : 'Token switched on')
    },
  })
  const verb = isActive ? 'Switch off' : 'Switch on'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`${verb} ${name}`} disabledReason={shortfall}>
          {verb}
        </Button>
      }
      danger={isActive}
      title={`${verb} ${name}?`}
      description={
        isActive
          ? 'New payments do not offer it. What is sent to addresses that are open is booked all the same.'
          : 'New payments offer it from now on.'
      }
      confirmLabel={verb}
      act={setActive}
      onConfirm={() => setActive.mutate({ tokenId, isActive: !isActive })}
    />
  )
}
