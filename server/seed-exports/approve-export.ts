import { seedExports } from '@/db/schema'
import type { ProposedExport } from '@/schemas/seed-exports/contract'
import { CONFIRM_WITHIN_HOURS } from '@/schemas/seed-exports/words'
import { actorName } from '@/server/actor-name'
import type { OperatorCtx } from '@/server/ctx'
import { MS_PER_HOUR } from '@/server/durations'
import { ApiError } from '@/server/errors'
import { auditStep } from './audit-step'
import { endExpiredExports } from './end-export'
import { mailExport } from './mail-export'
import { OPEN_ALREADY, requireOwner } from './propose-export'

/**
 * A second operator agrees: the owner may name a key now. Emails every owner of the business. Throws not_found, and
 * failed if one is open already.
 */
export async function approveExport(
  ctx: OperatorCtx,
  { businessId, ownerId, ownerEmail, reason, proposedBy }: ProposedExport & { proposedBy: string },
): Promise<void> {
  const owner = await requireOwner(ctx, { businessId, ownerId })
  if (owner.email !== ownerEmail)
    throw new ApiError('failed', 'This owner has another email address by now: propose it again.')
  await endExpiredExports(ctx, businessId)
  const at = ctx.now()
  const expiresAt = new Date(at.getTime() + CONFIRM_WITHIN_HOURS * MS_PER_HOUR)
  const approvedBy = actorName(ctx.actor)
  const [row] = await ctx.db
    .insert(seedExports)
    .values({ businessId, ownerId, reason, proposedBy, approvedBy, state: 'APPROVED', expiresAt, createdAt: at })
    .onConflictDoNothing()
    .returning()
  if (!row) throw new ApiError('failed', OPEN_ALREADY)
  await mailExport(ctx, row)
  await auditStep(ctx, { name: 'approved', of: row, detail: { ownerId, reason, proposedBy } })
}
