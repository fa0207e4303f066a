'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { QueryList } from '@/components/table/query-list'
import { useTRPC } from '@/components/trpc'
import { EmptyState } from '@/components/ui/empty-state'
import { Progress } from '@/components/ui/progress'
import { StateBadge } from '@/components/ui/state-badge'
import { Time } from '@/components/ui/time'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import type { ReplayView } from '@/schemas/indexer/replays/contract'
import { CancelReplay } from './cancel-replay'
import { REPLAY_DISPLAYS } from './indexer-displays'

type ReplayListProps = { projectId: string; subscription: IndexerSubscriptionView }

const RUNNING_MS = 2_000
const IDLE_MS = 10_000

/** The replays, newest first, and their progress. */
export function ReplayList({ projectId, subscription: { id: subscriptionId, status } }: ReplayListProps) {
  const trpc = useTRPC()
  const [page, setPage] = useState(1)
  const query = useQuery(
    trpc.indexer.listReplays.queryOptions(
      { projectId, subscriptionId, page },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state }) => (state.data?.items.some(isRunning) ? RUNNING_MS : IDLE_MS),
      },
    ),
  )
  return (
    <QueryList
      query={query}
      onPage={setPage}
      empty={
        <EmptyState icon={<History aria-hidden />} title="No replays yet">
          A replay resends past events, including events from before the subscription or while it was paused.
        </EmptyState>
      }
    >
      {(replays) => (
        <ul className="divide-y">
          {replays.map((replay) => (
            <li key={replay.id} className="space-y-3 px-5 py-4">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <span className="tabular font-medium">
                  {replay.fromBlock} to {replay.toBlock}
                </span>
                <StateBadge state={replay.status} displays={REPLAY_DISPLAYS} />
                <span className="tabular text-[0.8125rem] text-muted-foreground">
                  {replay.eventCount} {replay.eventCount === 1 ? 'event' : 'events'} · <Time value={replay.createdAt} />
                </span>
                {isRunning(replay) ? <CancelReplay projectId={projectId} replay={replay} /> : null}
              </div>
              {isRunning(replay) ? (
                <Progress
                  label={status === 'paused' ? 'Waiting until the subscription is resumed' : 'Blocks read'}
                  value={percentOf(replay)}
                />
              ) : null}
              {replay.status === 'failed' ? (
                <p className="text-danger-foreground">
                  The chain’s nodes do not return block {replay.nextBlock}. Earlier blocks were replayed.
                </p>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

function isRunning({ status }: ReplayView): boolean {
  return status === 'running'
}

function percentOf({ fromBlock, toBlock, nextBlock }: ReplayView): number {
  return Math.floor((100 * (nextBlock - fromBlock)) / (toBlock - fromBlock + 1))
}
