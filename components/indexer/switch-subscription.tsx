'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Pause, Play } from 'lucide-react'
import { refusalText } from '@/components/form/refusal-text'
import { useAct } from '@/components/form/use-act'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { IndexerSubscriptionView } from '@/server/indexer/contract'

type SwitchSubscriptionProps = { projectId: string; subscription: IndexerSubscriptionView }

/** Pauses a subscription, or goes on with it. */
export function SwitchSubscription({ projectId, subscription }: SwitchSubscriptionProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const shortfall = useRoleShortfall(projectId, 'developer')
  const isPaused = subscription.status === 'paused'
  const update = useAct(trpc.indexer.updateSubscription, {
    again: true,
    onSuccess: ({ status }) => toast.success(status === 'paused' ? 'Subscription paused' : 'Subscription resumed'),
    onError: (error) => toast.error(refusalText(error)),
    onSettled: () => client.invalidateQueries(trpc.indexer.pathFilter()),
  })
  const status = isPaused ? 'active' : 'paused'
  return (
    <Button
      icon={isPaused ? <Play aria-hidden /> : <Pause aria-hidden />}
      pending={update.isPending}
      disabledReason={shortfall}
      onClick={() => update.mutate({ projectId, subscriptionId: subscription.id, status })}
    >
      {isPaused ? 'Resume' : 'Pause'}
    </Button>
  )
}
