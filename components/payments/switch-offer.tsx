'use client'

import { useState } from 'react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'
import { toast } from '@/components/ui/toast'

type SwitchOfferProps = {
  /** "Token" or "Provider". */
  noun: string
  name: string
  isActive: boolean
  /** The consequences of switching it off, and of switching it on. */
  texts: { off: string; on: string }
  mutation: MutationState
  /** Calls `onDone` when the change is made or waits for a second operator, so that the dialog can close. */
  onSwitch: (onDone: (isProposed: boolean) => void) => void
}

/** Asks before payments no longer offer something, or offer it again. */
export function SwitchOffer({ noun, name, isActive, texts, mutation, onSwitch }: SwitchOfferProps) {
  const [open, setOpen] = useState(false)
  const shortfall = usePlatformShortfall()
  const verb = isActive ? 'Switch off' : 'Switch on'
  const done = (isProposed: boolean) => {
    setOpen(false)
    if (isProposed) toast.success('Proposed: a second operator has to approve it on the Proposals page')
    else toast.success(isActive ? `${noun} switched off` : `${noun} switched on`)
  }
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
      description={isActive ? texts.off : texts.on}
      confirmLabel={verb}
      mutation={mutation}
      onConfirm={() => onSwitch(done)}
    />
  )
}
