'use client'

import { LifeBuoy } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./recover-events-form'))

type RecoverEventsProps = { projectId: string; subscriptionId: string }

/** Schedules the failed events of a subscription again after its destination was unavailable. */
export function RecoverEvents(props: RecoverEventsProps) {
  const shortfall = useRoleShortfall(props.projectId, 'developer', { includes: 'indexer.subscription.update' })
  const trigger = (
    <Button icon={<LifeBuoy aria-hidden />} disabledReason={shortfall}>
      Recover failed
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ RecoverEventsForm }, state) => <RecoverEventsForm {...props} {...state} />}
    </LazyDialog>
  )
}
