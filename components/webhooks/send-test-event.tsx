'use client'

import { FlaskConical } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./send-test-event-form'))

/** Sends a test event to a URL. */
export function SendTestEvent({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'developer')
  return (
    <LazyDialog
      part={form}
      trigger={
        <Button icon={<FlaskConical aria-hidden />} disabledReason={shortfall}>
          Send test event
        </Button>
      }
    >
      {({ SendTestEventForm }, state) => <SendTestEventForm projectId={projectId} {...state} />}
    </LazyDialog>
  )
}
