import type { Person } from '@/schemas/people/contract'
import type { Proof } from '@/schemas/people/words'
import { env } from '@/server/env'
import { ApiError } from '@/server/errors'

/** The time after a proof in which mutations with consequences need no further proof. */
export const FRESH_MS = 10 * 60_000

/** The act is open to the person, who has to prove first that it is them. Nothing was done. */
export class ProofNeededError extends ApiError {
  readonly proof: Proof

  constructor(proof: Proof) {
    const factor = proof === 'code' ? 'a code of your authenticator app' : 'your password'
    super('forbidden', `Confirm that it is you: enter ${factor}.`)
    this.proof = proof
  }
}

/**
 * Whether the person must have a second factor: members of a business that requires one, and operator and support
 * unless the installation says otherwise.
 */
export function isFactorRequired({ platformRole, memberships }: Pick<Person, 'platformRole' | 'memberships'>): boolean {
  if (memberships.some(({ requiresFactor }) => requiresFactor)) return true
  return platformRole !== null && env().SECOND_FACTORS === 'required'
}

/** Whether the person may do nothing but add a second factor first. */
export function needsSecondFactor(person: Person): boolean {
  return isFactorRequired(person) && !person.hasFactor
}

/**
 * Refuses if the person's last proof is older than `FRESH_MS`. If second factors are optional, people without one need
 * no proof.
 */
export function requireFreshProof(person: Person, now: Date): void {
  const { hasFactor, verifiedAt } = person
  if (verifiedAt !== null && now.getTime() - verifiedAt.getTime() <= FRESH_MS) return
  if (!hasFactor && env().SECOND_FACTORS === 'optional') return
  throw new ProofNeededError(hasFactor ? 'code' : 'password')
}
