import { eq, sql } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { memberships } from '@/db/schema'
import type { BusinessRole } from '@/schemas/people/words'

type Member = { userId: string; businessId: string }

/**
 * The role of a person in a business, locked until the transaction ends: a change of the role waits, and so does
 * switching the person off. Null if they have none or are switched off.
 */
export async function holdRole(db: Database, { userId, businessId }: Member): Promise<BusinessRole | null> {
  const [row] = await db.execute<{ role: BusinessRole | null }>(
    sql`select hold_role(${userId}::uuid, ${businessId}::uuid) as role`,
  )
  return row?.role ?? null
}

/** Locks the memberships of a business in one order, so that changes of its team are serialized. */
export async function lockMembers(db: Database, businessId: string): Promise<void> {
  await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(eq(memberships.memberOf, businessId))
    .orderBy(memberships.userId)
    .for('update')
}
