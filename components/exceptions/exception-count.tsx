'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

const REFRESH_MS = 30_000

/** The number of exceptions that wait for a decision, next to its navigation entry. Renders nothing for zero. */
export function ExceptionCount() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.exceptions.count.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (!data?.count) return null
  return (
    <span className="tabular rounded-full bg-warning px-2 font-medium text-warning-foreground text-xs leading-5">
      {data.count > 99 ? '99+' : data.count}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
