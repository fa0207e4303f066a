'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { type BusinessRole, isAtLeast } from '@/server/people/contract'

const REASONS = {
  owner: 'Only owners of the business can do this',
  developer: 'Only developers and owners of the business can do this',
  viewer: null,
} satisfies Record<BusinessRole, string | null>

/** Why the person may not do something that needs a role, for `disabledReason`; null when they may. */
export function useRoleShortfall(projectId: string, needed: BusinessRole): string | null {
  const trpc = useTRPC()
  // The layout has loaded it, so nothing suspends here.
  const { data } = useSuspenseQuery(trpc.projects.current.queryOptions({ projectId }))
  return isAtLeast(data.role, needed) ? null : REASONS[needed]
}
