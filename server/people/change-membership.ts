import { and, eq } from 'drizzle-orm'
import { memberships, users } from '@/db/schema'
import type { BusinessRole } from '@/schemas/people/words'
import type { TenantCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { revokeInvitationsBy } from './links/revoke-links'

type Membership = { role: BusinessRole; isActive: boolean }

/** The role of a person in the business. Throws not_found if they are not a member. */
export async function requireMembership({ db, businessId }: TenantCtx, userId: string): Promise<Membership> {
  const [member] = await db
    .select({ role: memberships.role, isActive: users.isActive })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(isOf(businessId, userId))
  if (!member) throw notFound('Person')
  return member
}

/**
 * Changes a member's role, or removes them with null; their open invitations are revoked if they may no longer invite.
 * Throws failed if no owner who can sign in would be left. The caller has locked the memberships of the business.
 */
export async function changeMembership(
  ctx: TenantCtx,
  { userId, role }: { userId: string; role: BusinessRole | null },
): Promise<void> {
  const { db, businessId } = ctx
  const isIt = isOf(businessId, userId)
  if (role === null) await db.delete(memberships).where(isIt)
  else await db.update(memberships).set({ role }).where(isIt)
  if (role === 'owner') return
  await revokeInvitationsBy(ctx, { by: `user:${userId}`, businessId })
  const owners = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.memberOf, businessId), eq(memberships.role, 'owner'), eq(users.isActive, true)))
    .limit(1)
  if (owners.length === 0) {
    throw new ApiError('failed', 'A business keeps at least one owner: make another member an owner first.')
  }
}

function isOf(businessId: string, userId: string) {
  return and(eq(memberships.memberOf, businessId), eq(memberships.userId, userId))
}
