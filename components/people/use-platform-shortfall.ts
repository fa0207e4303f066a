'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'

/** The reason why the person may not act on operator pages, for `disabledReason`; null for the operator. */
export function usePlatformShortfall(): string | null {
  const trpc = useTRPC()
  // The layout has loaded it, so nothing suspends here.
  const { data: person } = useSuspenseQuery(trpc.people.getCurrent.queryOptions())
  return person?.platformRole === 'operator' ? null : 'Support has read-only access'
}
