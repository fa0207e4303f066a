'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'
import type { Capability } from '@/schemas/projects/contract'

type DeleteDestinationProps = {
  projectId: string
  /** The capability that a plan needs for it, where deletion is sold. */
  includes?: Capability
  noun: 'subscription' | 'endpoint'
  description: string
  open: boolean
  onOpenChange: (open: boolean) => void
  mutation: MutationState
  onConfirm: () => void
}

/** Confirms the permanent deletion of a destination. */
export function DeleteDestination({ projectId, includes, noun, description, ...dialog }: DeleteDestinationProps) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes })
  return (
    <ConfirmDialog
      {...dialog}
      trigger={
        <Button className="text-danger-foreground" disabledReason={shortfall}>
          Delete
        </Button>
      }
      title={`Delete this ${noun}?`}
      description={`${description} This cannot be undone.`}
      confirmLabel={`Delete ${noun}`}
      typeToConfirm="delete"
    />
  )
}
