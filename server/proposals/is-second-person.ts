import { ApiError } from '@/server/errors'

type Proposed = { proposal: string | null; proposedBy: string | null }

/**
 * Whether another person made the same proposal before; false for the first one. Throws failed where it is the caller's
 * own again.
 */
export function isSecondPerson(kept: Proposed, { proposal, who }: { proposal: string; who: string }): boolean {
  if (kept.proposal !== proposal) return false
  if (kept.proposedBy === who)
    throw new ApiError('failed', 'Another person has to make the same decision: it needs two people')
  return true
}
