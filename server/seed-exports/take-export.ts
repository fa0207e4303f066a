import { eq } from 'drizzle-orm'
import { seedExports } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { TakeExportInput } from '@/schemas/seed-exports/contract'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { requireFreshFactor } from '@/server/people/require-fresh-factor'
import { requireReceiver } from './confirm-export'
import { lockExport } from './find-export'
import { mailExport } from './mail-export'

/**
 * Hands the sealed seed to its owner and erases it here: once. Answers base64 that only the owner's private key opens.
 * Throws invalid for a wrong password, not_found, forbidden for another owner, and failed where it was taken, stopped
 * or is not sealed yet.
 */
export async function takeExport(
  ctx: TenantCtx & { person: Person },
  { exportId, password }: TakeExportInput,
): Promise<{ sealed: string }> {
  const row = await lockExport(ctx, { exportId, businessId: ctx.businessId, states: ['SEALED'] })
  requireReceiver(ctx, row)
  await requireFreshFactor(ctx, { person: ctx.person, password })
  const { sealed, fingerprint } = row
  if (sealed === null) throw new Error('a sealed export holds nothing')
  const taken = { state: 'TAKEN', sealed: null, endedAt: ctx.now() } as const
  await ctx.db.update(seedExports).set(taken).where(eq(seedExports.id, exportId))
  await mailExport(ctx, { ...row, ...taken })
  await appendAudit(
    { ...ctx, projectId: null },
    { action: 'seed_export.taken', target: exportId, detail: { fingerprint } },
  )
  return { sealed }
}
