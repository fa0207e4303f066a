import { SECOND_PERSON_ABOVE_MINOR } from '@/schemas/proposals/words'
import { ApiError } from '@/server/errors'

/** The proposal of a first person; both are null if there is none. */
export type Proposed = { proposal: string | null; proposedBy: string | null }

type MoneyDecision = {
  /**
   * The value that the decision releases, in kobo, including everything that counts together with it. Null: the value
   * is unknown, so the decision always needs two people. Zero: it releases nothing.
   */
  valueMinor: bigint | null
  /** The decision as text: two people have to make the same one. */
  decision: string
  who: string
  proposed: Proposed
}

/** `alone`: one person is enough. `first`: a second person has to agree. `second`: another person proposed the same. */
export type MoneyTurn = 'alone' | 'first' | 'second'

/**
 * The one rule for the second person: above one limit, a decision about money takes effect once another person makes
 * the same one. Throws forbidden if the caller proposed it. Pure.
 */
export function decideMoney({ valueMinor, decision, who, proposed }: MoneyDecision): MoneyTurn {
  if (valueMinor !== null && valueMinor <= SECOND_PERSON_ABOVE_MINOR) return 'alone'
  if (proposed.proposal !== decision) return 'first'
  if (proposed.proposedBy === who)
    throw new ApiError('forbidden', 'Another person has to approve: this needs two people')
  return 'second'
}
