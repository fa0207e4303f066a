import type { PolicyView } from '@/schemas/policies/contract'
import type { TenantCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { findPolicy } from './find-policy'
import { sumSpentParts } from './sum-spent'
import { toPolicy } from './view'

/**
 * The rules of the project, or without one of its business, who changed them last, and what the last 24 hours used of
 * them.
 */
export async function getPolicy(ctx: TenantCtx): Promise<PolicyView> {
  const row = await findPolicy(ctx, { lock: false })
  const spent = await sumSpentParts(ctx)
  const nameOf = await actorNames(ctx, [row?.updatedBy ?? null])
  return toPolicy(row, { spent, updatedBy: row && nameOf(row.updatedBy) })
}
