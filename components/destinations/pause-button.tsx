'use client'

import { Pause, Play } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import type { DestinationStatus } from '@/server/webhooks/words'

type PauseButtonProps = {
  projectId: string
  status: DestinationStatus
  pending: boolean
  onSwitch: (status: DestinationStatus) => void
}

/** Pauses a receiver, or goes on with it. */
export function PauseButton({ projectId, status, pending, onSwitch }: PauseButtonProps) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  const isPaused = status === 'paused'
  return (
    <Button
      icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      pending={pending}
      disabledReason={shortfall}
      onClick={() => onSwitch(isPaused ? 'active' : 'paused')}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
