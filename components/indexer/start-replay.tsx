'use client'

import { History } from 'lucide-react'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Button } from '@/components/ui/button'
import { LazyDialog } from '@/components/ui/lazy-dialog'
import { lazyPart } from '@/components/ui/lazy-part'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'

const form = lazyPart(() => import('./start-replay-form'))

type StartReplayProps = { projectId: string; subscription: IndexerSubscriptionView }

/** Sends past events to the destination again. */
export function StartReplay({ projectId, subscription: { id } }: StartReplayProps) {
  const shortfall = useRoleShortfall(projectId, 'developer', { includes: 'indexer.subscription.update' })
  const trigger = (
    <Button icon={<History aria-hidden />} disabledReason={shortfall}>
      Replay
    </Button>
  )
  return (
    <LazyDialog part={form} trigger={trigger}>
      {({ StartReplayForm }, state) => <StartReplayForm projectId={projectId} subscriptionId={id} {...state} />}
    </LazyDialog>
  )
}
