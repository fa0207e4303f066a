import { eq } from 'drizzle-orm'
import { seedExports } from '@/db/schema'
import type { Person } from '@/schemas/people/contract'
import type { ConfirmExportInput } from '@/schemas/seed-exports/contract'
import { STEP_HOURS, WAIT_HOURS } from '@/schemas/seed-exports/words'
import { appendAudit } from '@/server/audit/append-audit'
import type { TenantCtx } from '@/server/ctx'
import { readOwnerKey } from '@/server/custody/owner-key'
import { MS_PER_HOUR } from '@/server/durations'
import { ApiError } from '@/server/errors'
import { requireFreshFactor } from '@/server/people/require-fresh-factor'
import { lockExport } from './find-export'
import { mailExport } from './mail-export'

/**
 * The owner names the public key that the seed is to be sealed to, and the waiting time begins. Mails every owner of
 * the business. Throws invalid for what is no such key or a wrong password, not_found, forbidden for another owner, and
 * failed where the step is over.
 */
export async function confirmExport(
  ctx: TenantCtx & { person: Person },
  { exportId, publicKey, password }: ConfirmExportInput,
): Promise<void> {
  const { pem, fingerprint } = readOwnerKey(publicKey)
  const row = await lockExport(ctx, { exportId, businessId: ctx.businessId, states: ['APPROVED'] })
  requireReceiver(ctx, row)
  await requireFreshFactor(ctx, { person: ctx.person, password })
  const opensAt = new Date(ctx.now().getTime() + WAIT_HOURS * MS_PER_HOUR)
  const expiresAt = new Date(opensAt.getTime() + STEP_HOURS * MS_PER_HOUR)
  const confirmed = { state: 'CONFIRMED', publicKey: pem, fingerprint, opensAt, expiresAt } as const
  await ctx.db.update(seedExports).set(confirmed).where(eq(seedExports.id, exportId))
  await mailExport(ctx, { ...row, ...confirmed })
  const entry = { action: 'seed_export.confirmed', target: exportId, detail: { fingerprint } }
  await appendAudit({ ...ctx, projectId: null }, entry)
}

/** Throws forbidden for another owner than the one that the operators named. */
export function requireReceiver({ person }: { person: Person }, { ownerId }: { ownerId: string }): void {
  if (person.id !== ownerId) throw new ApiError('forbidden', 'The operators approved this export for another owner.')
}
