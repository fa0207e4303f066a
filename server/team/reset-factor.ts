import { and, eq, ne } from 'drizzle-orm'
import { memberships, users } from '@/db/schema'
import { appendAudit } from '@/server/audit/append-audit'
import type { OperatorCtx, TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { requireMembership } from '@/server/people/change-membership'
import { resetFactor } from '@/server/people/factors/remove-factor'
import { proposeForStaff } from './has-other-operator'

/**
 * An owner resets the second factor of a member who lost their device. Throws not_found, and failed for the owner's
 * own, for a member of other businesses or of the platform, and without a second factor.
 */
export async function resetFactorOfMember(ctx: TenantCtx, { userId }: { userId: string }): Promise<void> {
  const { db, actor, businessId } = ctx
  await requireMembership(ctx, userId)
  if (actor.id === userId) throw new ApiError('failed', 'Replace your own second factor on your account page.')
  const elsewhere = and(eq(memberships.userId, userId), ne(memberships.memberOf, businessId))
  const [user] = await db.select({ platformRole: users.platformRole }).from(users).where(eq(users.id, userId))
  if (user?.platformRole != null || (await db.$count(memberships, elsewhere)) > 0) {
    throw new ApiError('failed', 'This person belongs to another business as well. Ask the operator of this platform.')
  }
  await appendAudit({ ...ctx, projectId: null }, { action: 'member.second_factor_reset', target: userId })
  await resetFactor(ctx, { personId: userId })
}

/**
 * An operator resets the second factor of any person; for an operator or support a second operator has to approve.
 * Throws not_found, failed without a second factor.
 */
export async function resetFactorAsOperator(
  ctx: OperatorCtx,
  { personId }: { personId: string },
): Promise<{ state: 'proposed' | 'done' }> {
  if (await proposeForStaff(ctx, { personId, act: 'reset_staff_factor' })) return { state: 'proposed' }
  await resetFactor(ctx, { personId })
  return { state: 'done' }
}
