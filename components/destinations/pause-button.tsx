'use client'

import { Pause, Play } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import type { Capability } from '@/schemas/projects/contract'
import type { DestinationStatus } from '@/schemas/webhooks/words'

type PauseButtonProps = {
  projectId: string
  /** The capability that a plan needs for it, where the switch is sold. */
  includes?: Capability
  status: DestinationStatus
  pending: boolean
  onSwitch: (status: DestinationStatus) => void
}

/** Pauses a destination, or resumes it. */
export function PauseButton({ projectId, includes, status, pending, onSwitch }: PauseButtonProps) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes })
  const isPaused = status === 'paused'
  return (
    <Button
      icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      pending={pending}
      takesOver="pause"
      disabledReason={shortfall}
      onClick={() => onSwitch(isPaused ? 'active' : 'paused')}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
