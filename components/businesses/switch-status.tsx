'use client'

import { useState } from 'react'
import { usePlatformShortfall } from '@/components/people/use-platform-shortfall'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'

type Status = 'active' | 'suspended'

type SwitchStatusProps = {
  /** "business" or "project". */
  noun: string
  name: string
  status: Status
  mutation: MutationState
  /** Calls `onDone` when the change is made, so that the dialog can close. */
  onSwitch: (status: Status, onDone: () => void) => void
}

/** Suspends or resumes a business or project, after a confirmation. */
export function SwitchStatus({ noun, name, status, mutation, onSwitch }: SwitchStatusProps) {
  const [open, setOpen] = useState(false)
  const shortfall = usePlatformShortfall()
  const isActive = status === 'active'
  const verb = isActive ? 'Suspend' : 'Resume'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button className={isActive ? 'text-danger-foreground' : undefined} disabledReason={shortfall}>
          {verb} {noun}
        </Button>
      }
      danger={isActive}
      title={`${verb} ${name}?`}
      description={
        isActive
          ? 'Its API keys and access tokens stop working within ten seconds. Its members become read-only, and nothing new is signed: transactions and approvals wait. Transactions that were already sent continue. You can resume it.'
          : 'Its API keys and access tokens work again within ten seconds. Waiting transactions are sent, and the deadlines of approvals restart.'
      }
      confirmLabel={`${verb} ${noun}`}
      typeToConfirm={isActive ? name : undefined}
      mutation={mutation}
      onConfirm={() => onSwitch(isActive ? 'suspended' : 'active', () => setOpen(false))}
    />
  )
}
