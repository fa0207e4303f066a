import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { changeMembership, requireMembership } from '@/server/people/change-membership'

/**
 * Makes a member an owner instead of the caller, who becomes a developer. Throws not_found, and failed for the caller
 * and for a suspended member.
 */
export async function transferOwnership(ctx: TenantCtx, { userId }: { userId: string }): Promise<void> {
  if (userId === ctx.actor.id) throw new ApiError('failed', 'You are an owner already.')
  const { isActive } = await requireMembership(ctx, userId)
  if (!isActive) throw new ApiError('failed', 'The sign-in of this person is switched off.')
  await changeMembership(ctx, { userId, role: 'owner' })
  await changeMembership(ctx, { userId: ctx.actor.id, role: 'developer' })
  await appendAudit({ ...ctx, projectId: null }, { action: 'business.ownership_transferred', target: userId })
}
