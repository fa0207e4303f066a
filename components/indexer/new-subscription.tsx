'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { lazyPart } from '@/components/ui/lazy-part'

const form = lazyPart(() => import('./new-subscription-form'))

/** Subscribes to a contract's events in a dialog. */
export function NewSubscription({ projectId }: { projectId: string }) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.subscribe.evm' })
  return (
    <AddDialog part={form} label="New subscription" variant="primary" disabledReason={shortfall}>
      {({ NewSubscriptionForm }, state) => <NewSubscriptionForm projectId={projectId} {...state} />}
    </AddDialog>
  )
}
