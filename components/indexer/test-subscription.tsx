'use client'

import { FlaskConical } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'

type TestSubscriptionProps = { projectId: string; subscription: IndexerSubscriptionView }

/** Sends an event that never happened. */
export function TestSubscription({ projectId, subscription }: TestSubscriptionProps) {
  const trpc = useTRPC()
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.subscription.update' })
  const test = useServerMutation(trpc.indexer.testSubscription, {
    again: true,
    onSuccess: () => toast.success('Test event queued'),
    onError: (error) => toast.error(refusalText(error)),
  })
  return (
    <Button
      icon={<FlaskConical aria-hidden />}
      pending={test.isPending}
      takesOver="test-subscription"
      disabledReason={subscription.status === 'paused' ? 'Resume the subscription to send events' : shortfall}
      onClick={() => test.mutate({ projectId, subscriptionId: subscription.id })}
    >
      Send test event
    </Button>
  )
}
