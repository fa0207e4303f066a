'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

const REFRESH_MS = 30_000

/** The number of open alarms, next to its navigation entry. Renders nothing for zero. */
export function AlarmCount() {
  const trpc = useTRPC()
  const { data: count } = useQuery(trpc.alarms.countOpen.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (!count) return null
  return (
    <span className="tabular rounded-full bg-danger px-2 font-medium text-danger-foreground text-xs leading-5">
      {count > 99 ? '99+' : count}
      <span className="sr-only"> open</span>
    </span>
  )
}
