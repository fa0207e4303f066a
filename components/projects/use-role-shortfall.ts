'use client'

import { useSuspenseQuery } from '@tanstack/react-query'
import { useTRPC } from '@/components/trpc'
import { findSuspension, SUSPENSION_TEXTS } from '@/schemas/businesses/words'
import { type BusinessRole, isAtLeast } from '@/schemas/people/words'
import type { Capability } from '@/schemas/projects/contract'

const REASONS = {
  owner: 'Only owners of the business can do this',
  developer: 'Only developers and owners of the business can do this',
  viewer: null,
} satisfies Record<BusinessRole, string | null>

type Needs = {
  whileSuspended?: boolean
  /** The capability that the project's plan has to include. */
  includes?: Capability
}

/**
 * The reason why the person may not do something, for `disabledReason`: their role, a suspension unless it stays
 * possible `whileSuspended`, or the plan the project needs for it. Null when they may.
 */
export function useRoleShortfall(
  projectId: string,
  needed: BusinessRole,
  { whileSuspended = false, includes }: Needs = {},
): string | null {
  const trpc = useTRPC()
  // The layout has loaded it, so nothing suspends here.
  const { data } = useSuspenseQuery(trpc.projects.get.queryOptions({ projectId }))
  if (!isAtLeast(data.role, needed)) return REASONS[needed]
  const suspended = findSuspension(data)
  if (suspended && !whileSuspended) return SUSPENSION_TEXTS[suspended]
  const plan = includes && data.missing[includes]
  return plan ? `Needs the ${plan}` : null
}
