'use client'

import { Pause, Play } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import type { SubscriptionStatus } from '@/server/indexer/words'

type PauseButtonProps = {
  projectId: string
  status: SubscriptionStatus
  pending: boolean
  onSwitch: (status: SubscriptionStatus) => void
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
