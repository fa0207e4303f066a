'use client'

import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'

const form = lazyPart(() => import('./edit-subscription-form'))

type EditSubscriptionProps = { projectId: string; subscription: IndexerSubscriptionView }

/** Changes the destination and the events of a subscription. */
export function EditSubscription({ projectId, subscription }: EditSubscriptionProps) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.subscription.update' })
  return (
    <LazyDialog part={form} trigger={<Button disabledReason={shortfall}>Edit</Button>}>
      {({ EditSubscriptionForm }, state) => (
        <EditSubscriptionForm projectId={projectId} subscription={subscription} {...state} />
      )}
    </LazyDialog>
  )
}
