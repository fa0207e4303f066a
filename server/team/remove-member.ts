import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { changeMembership, requireMembership } from '@/server/people/change-membership'

/**
 * Removes a person from the business: their next request is refused. API keys stay. Throws not_found, and failed for
 * the last owner.
 */
export async function removeMember(ctx: TenantCtx, { userId }: { userId: string }): Promise<void> {
  const { role } = await requireMembership(ctx, userId)
  await changeMembership(ctx, { userId, role: null })
  await appendAudit({ ...ctx, projectId: null }, { action: 'member.removed', target: userId, detail: { role } })
}
