'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '@/components/form/use-act'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { ProviderView } from '@/server/payments/providers/contract'
import { PROVIDER_NAMES } from './provider-looks'

/** Asks before a provider opens no more accounts, or opens them again. */
export function SwitchProvider({ provider: { name, isActive } }: { provider: ProviderView }) {
  const [open, setOpen] = useState(false)
  const shortfall = usePlatformShortfall()
  const trpc = useTRPC()
  const client = useQueryClient()
  const setActive = useAct(trpc.payments.setProviderActive, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.payments.pathFilter())
      setOpen(false)
      toast.success(isActive ? 'Provider switched off' : 'Provider switched on')
    },
  })
  const verb = isActive ? 'Switch off' : 'Switch on'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" aria-label={`${verb} ${PROVIDER_NAMES[name]}`} disabledReason={shortfall}>
          {verb}
        </Button>
      }
      danger={isActive}
      title={`${verb} ${PROVIDER_NAMES[name]}?`}
      description={
        isActive
          ? 'New payments get no account of it. Accounts that are open are watched to their end, and what comes to them counts.'
          : 'New payments get an account of it, if its keys are in the environment.'
      }
      confirmLabel={verb}
      act={setActive}
      onConfirm={() => setActive.mutate({ name, isActive: !isActive })}
    />
  )
}
