import type { PolicyView } from '@/schemas/policies/contract'
import type { TenantCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { findPolicy } from './find-policy'
import { sumSpentParts } from './sum-spent'
import { toPolicy } from './view'

/**
 * The rules of the project, or of its business without a project; who changed them last; and the amounts used in the
 * last 24 hours.
 */
export async function getPolicy(ctx: TenantCtx): Promise<PolicyView> {
  const row = await findPolicy(ctx, { lock: false })
  const spent = await sumSpentParts(ctx)
  const nameOf = await actorNames(ctx, [row?.updatedBy ?? null])
  return toPolicy(row, { spent, updatedBy: row && nameOf(row.updatedBy) })
}
