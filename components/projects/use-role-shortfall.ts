'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { SUSPENDED_TEXTS, suspendedOf } from '@/server/businesses/words'
import { type BusinessRole, isAtLeast } from '@/server/people/words'

const REASONS = {
  owner: 'Only owners of the business can do this',
  developer: 'Only developers and owners of the business can do this',
  viewer: null,
} satisfies Record<BusinessRole, string | null>

/**
 * Why the person may not do something, for `disabledReason`: their role, or a suspension unless it stays possible `whileSuspended`. Null when
 * they may.
 */
export function useRoleShortfall(
  projectId: string,
  needed: BusinessRole,
  { whileSuspended = false }: { whileSuspended?: boolean } = {},
): string | null {
  const trpc = useTRPC()
  // The layout has loaded it, so nothing suspends here.
  const { data } = useSuspenseQuery(trpc.projects.get.queryOptions({ projectId }))
  if (!isAtLeast(data.role, needed)) return REASONS[needed]
  const suspended = suspendedOf(data)
  return suspended && !whileSuspended ? SUSPENDED_TEXTS[suspended] : null
}
