'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { MutationState } from '@/components/ui/mutation-state'
import type { Capability } from '@/schemas/projects/contract'

type RotateSecretProps = {
  projectId: string
  /** The capability that a plan needs for it, where rotation is sold. */
  includes?: Capability
  open: boolean
  onOpenChange: (open: boolean) => void
  mutation: MutationState
  onConfirm: () => void
}

/** Confirms before the key of a destination's deliveries is replaced. */
export function RotateSecret({ projectId, includes, ...dialog }: RotateSecretProps) {
  const shortfall = useRoleShortfall(projectId, 'owner', { includes })
  return (
    <ConfirmDialog
      {...dialog}
      trigger={<Button disabledReason={shortfall}>Rotate secret</Button>}
      danger={false}
      title="Rotate the signing secret?"
      description="The new secret is shown once. For 24 hours, deliveries also carry a signature made with the current secret, so that you can switch over."
      confirmLabel="Rotate secret"
    />
  )
}
