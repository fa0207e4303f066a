import { eq } from 'drizzle-orm'
import { seedExports } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { TakeExportInput } from '@/schemas/seed-exports/contract'
import type { TenantCtx } from '@/server/ctx'
import { auditStep } from './audit-step'
import { lockExport } from './find-export'
import { mailExport } from './mail-export'
import { requireReceiver } from './require-receiver'

/**
 * Hands the sealed seed to its owner and erases it here: once. Answers base64 that only the owner's private key opens.
 * Throws invalid for a wrong password, not_found, forbidden for another owner or without a second factor, and failed if
 * it was taken, stopped or is not sealed yet.
 */
export async function takeExport(
  ctx: TenantCtx & { person: Person },
  { exportId, password }: TakeExportInput,
): Promise<{ sealed: string }> {
  const row = await lockExport(ctx, { exportId, businessId: ctx.businessId, states: ['SEALED'] })
  await requireReceiver(ctx, { ownerId: row.ownerId, password })
  const { sealed, fingerprint } = row
  if (sealed === null) throw new Error('a sealed export is empty')
  const taken = { state: 'TAKEN', sealed: null, endedAt: ctx.now() } as const
  await ctx.db.update(seedExports).set(taken).where(eq(seedExports.id, exportId))
  await mailExport(ctx, { ...row, ...taken })
  await auditStep(ctx, { name: 'taken', of: row, detail: { fingerprint } })
  return { sealed }
}
