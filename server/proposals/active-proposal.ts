import { eq } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { users } from '@/db/schema'
import { isUuid } from '@/server/text/is-uuid'
import type { Proposed } from './decide-money'

const NONE: Proposed = { proposal: null, proposedBy: null }
const USER = 'user:'

/** The text for a proposal whose author may no longer act. */
export const PROPOSER_LEFT = 'The person who proposed it is no longer an operator: drop it, and propose it again'

/**
 * Returns what a first person proposed, or no proposal if that person is no longer an active operator: a second one
 * would otherwise decide alone.
 */
export async function activeProposal({ db }: { db: Database }, proposed: Proposed): Promise<Proposed> {
  const { proposedBy } = proposed
  const id = proposedBy?.startsWith(USER) ? proposedBy.slice(USER.length) : ''
  if (!isUuid(id)) return proposed
  const [person] = await db
    .select({ isActive: users.isActive, platformRole: users.platformRole })
    .from(users)
    .where(eq(users.id, id))
  const hasLeft = person !== undefined && (!person.isActive || person.platformRole !== 'operator')
  return hasLeft ? NONE : proposed
}
