'use client'

import { useQueryClient } from '@tanstack/react-query'
import { PauseButton } from '@/components/destinations/pause-button'
import { refusalText } from '@/components/form/refusal-text'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'

type SwitchSubscriptionProps = { projectId: string; subscription: IndexerSubscriptionView }

/** Pauses a subscription, or resumes it. */
export function SwitchSubscription({ projectId, subscription: { id, status } }: SwitchSubscriptionProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const update = useServerMutation(trpc.indexer.updateSubscription, {
    again: true,
    onSuccess: (now) => toast.success(now.status === 'paused' ? 'Subscription paused' : 'Subscription resumed'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.indexer.pathFilter()),
  })
  return (
    <PauseButton
      projectId={projectId}
      includes="indexer.subscription.update"
      status={status}
      pending={update.isPending}
      onSwitch={(target) => update.mutate({ projectId, subscriptionId: id, status: target })}
    />
  )
}
