'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'

const REFRESH_MS = 30_000

/** The reasons why jobs may not run, above every page of operators and support. */
export function JobNotices() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.alarms.listJobNotices.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (!data || data.length === 0) return null
  return (
    <div className="mx-auto w-full max-w-6xl space-y-2 px-4 pt-4 sm:px-6 lg:px-10">
      {data.map(({ id, message }) => (
        <Alert key={id} tone="warning">
          {message}
        </Alert>
      ))}
    </div>
  )
}
