import { eq } from 'drizzle-orm'
import { paymentSweeps } from '@/db/schema'
import type { DropRecoveryInput } from '@/schemas/payments/stablecoins/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError, notFound } from '@/server/errors'
import { dropProposal, findProposal, lockRecoveries } from './recovery-proposals'

/**
 * Drops a recovery that waits for a second person: nothing is sent, and its deposits may be recovered again. Throws
 * not_found, and failed if it waits no longer.
 */
export async function dropRecovery(ctx: OperatorCtx, { recoveryId, reason }: DropRecoveryInput): Promise<void> {
  const [existing] = await ctx.db.select().from(paymentSweeps).where(eq(paymentSweeps.id, recoveryId))
  // The approval of a second person removes the row of a proposal and leaves the recovery that is sent.
  if (!existing) throw notFound('Recovery')
  await lockRecoveries(ctx.db, existing)
  const proposed = await findProposal(ctx.db, existing)
  if (proposed?.id !== recoveryId) throw new ApiError('failed', 'The recovery no longer waits for a second person')
  await dropProposal(ctx.db, recoveryId)
  const { toAddress, units } = existing
  const detail = { toAddress, units: units.toString(), reason }
  await appendPlatformAudit(ctx, { action: 'payment_stray.dropped', target: recoveryId, detail })
}
