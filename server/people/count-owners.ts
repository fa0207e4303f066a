import { and, count, eq } from 'drizzle-orm'
import { memberships, users } from '@/db/schema'
import { workerCtx } from '@/server/ctx'

/** How many people may decide for a business now: its owners who may sign in. */
export async function countOwners(businessId: string): Promise<number> {
  const isOwner = and(eq(memberships.memberOf, businessId), eq(memberships.role, 'owner'), eq(users.isActive, true))
  const [row] = await workerCtx()
    .db.select({ owners: count() })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isOwner)
  return row?.owners ?? 0
}
