import { eq } from 'drizzle-orm'
import { seedExports } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { ConfirmExportInput } from '@/schemas/seed-exports/contract'
import { STEP_HOURS, WAIT_HOURS } from '@/schemas/seed-exports/words'
import type { TenantCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { MS_PER_HOUR } from '@/server/durations'
import { auditStep } from './audit-step'
import { lockExport } from './find-export'
import { mailExport } from './mail-export'
import { requireReceiver } from './require-receiver'

/**
 * The owner submits the public key to which the seed is sealed, and the waiting time begins. Emails every owner of the
 * business. Throws invalid for an invalid key or a wrong password, not_found, forbidden for another owner or without a
 * second factor, and failed if the export is past this step.
 */
export async function confirmExport(
  ctx: TenantCtx & { person: Person },
  { exportId, publicKey, password }: ConfirmExportInput,
): Promise<void> {
  const { pem, fingerprint } = readOwnerKey(publicKey)
  const row = await lockExport(ctx, { exportId, businessId: ctx.businessId, states: ['APPROVED'] })
  await requireReceiver(ctx, { ownerId: row.ownerId, password })
  const opensAt = new Date(ctx.now().getTime() + WAIT_HOURS * MS_PER_HOUR)
  const expiresAt = new Date(opensAt.getTime() + STEP_HOURS * MS_PER_HOUR)
  const confirmed = { state: 'CONFIRMED', publicKey: pem, fingerprint, opensAt, expiresAt } as const
  await ctx.db.update(seedExports).set(confirmed).where(eq(seedExports.id, exportId))
  await mailExport(ctx, { ...row, ...confirmed })
  await auditStep(ctx, { name: 'confirmed', of: row, detail: { fingerprint } })
}
