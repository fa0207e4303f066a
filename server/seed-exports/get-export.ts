import type { SeedExportView } from '@/schemas/seed-exports/contract'
import { type OperatorCtx, type TenantCtx, workerCtx } from '@/server/ctx'
import { actorNames } from '@/server/people/actor-names'
import { findExport } from './find-export'
import { toSeedExport } from './view'

type Ctx = Pick<TenantCtx, 'db' | 'businessId'> & { actor: OperatorCtx['actor'] }

/** The state of the newest export of the business's seed; null if there never was one. */
export async function getExport(ctx: Ctx): Promise<SeedExportView | null> {
  const row = await findExport(workerCtx().db, ctx.businessId)
  if (!row) return null
  const nameOf = await actorNames(ctx, [row.proposedBy, row.approvedBy])
  return toSeedExport(row, { me: ctx.actor.id, nameOf })
}
