'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

const REFRESH_MS = 30_000

/** The number of transactions that wait for a second person, next to its navigation entry. Renders nothing for zero. */
export function PendingBadge({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data: count } = useQuery(
    trpc.approvals.countPending.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }),
  )
  if (!count) return null
  return (
    <span className="tabular rounded-full bg-warning px-2 font-medium text-warning-foreground text-xs leading-5">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
