import { ApiError } from '@/server/errors'

type Proposed = { proposal: string | null; proposedBy: string | null }

/**
 * Whether somebody else proposed the very same before; false where this is the first word. Throws failed where it is
 * one's own again.
 */
export function isSecondPerson(kept: Proposed, { proposal, who }: { proposal: string; who: string }): boolean {
  if (kept.proposal !== proposal) return false
  if (kept.proposedBy === who) throw new ApiError('failed', 'Somebody else has to decide the same: it takes two people')
  return true
}
