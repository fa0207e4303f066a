import type { ChangeRoleInput } from '@/schemas/team/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { changeMembership, requireMembership } from '@/server/people/change-membership'

/** Gives a member another role, from their next request on. Throws not_found, and failed for the last owner. */
export async function changeRole(ctx: TenantCtx, { userId, role }: ChangeRoleInput): Promise<void> {
  const { role: former } = await requireMembership(ctx, userId)
  if (former === role) return
  await changeMembership(ctx, { userId, role })
  const entry = { action: 'member.role_changed', target: userId, detail: { from: former, to: role } } as const
  await appendAudit({ ...ctx, projectId: null }, entry)
}
