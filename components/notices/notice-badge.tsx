'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

const REFRESH_MS = 30_000

/** The number of unread notices, next to its navigation entry. Renders nothing for zero. */
export function NoticeBadge({ projectId }: { projectId: string }) {
  const trpc = useTRPC()
  const { data: count } = useQuery(trpc.notices.countNew.queryOptions({ projectId }, { refetchInterval: REFRESH_MS }))
  if (!count) return null
  return (
    <span className="tabular rounded-full bg-warning px-2 font-medium text-warning-foreground text-xs leading-5">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> new</span>
    </span>
  )
}
