'use client'

import { LifeBuoy } from 'lucide-react'
import { useQueryStates } from 'nuqs'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import { messageFilter, toMessageInput } from './message-filter'

const form = lazyPart(() => import('./recover-messages-form'))

/**
 * Schedules failed deliveries again after the destination was unavailable: those of one endpoint, or those of the
 * project with the URL filter of the list.
 */
export function RecoverMessages({ projectId, endpointId }: { projectId: string; endpointId?: string }) {
  const [{ search }] = useQueryStates(messageFilter)
  const { url } = toMessageInput(projectId, { search: endpointId ? '' : search })
  const shortfall = useRoleShortfall(projectId, 'developer')
  const recovered = { projectId, endpointId, url }
  const trigger = (
    <Button icon={<LifeBuoy aria-hidden />} disabledReason={shortfall}>
      Recover failed
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RecoverMessagesForm }, state) => <RecoverMessagesForm {...recovered} {...state} />}
    </LazyDialog>
  )
}
