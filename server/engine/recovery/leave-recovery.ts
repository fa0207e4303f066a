import { minuteJobRequested } from '@/inngest/events'
import type { LeaveRecoveryInput } from '@/schemas/recovery/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import { type OperatorCtx, workerCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { endRecovery } from '@/server/recovery/end-recovery'
import { forgetRecovery } from '@/server/recovery/is-recovering'
import { wake } from '@/server/waking/wake'
import { prepareRecovery } from './begin-restore-recovery'
import { applyStops } from './stops/apply-stops'

/** The platform sends again. Audited. Throws failed if the recovery was ended already. */
export async function leaveRecovery(ctx: OperatorCtx, { recoveryId, reason }: LeaveRecoveryInput): Promise<void> {
  // Not in the caller's transaction: it ends the sessions of all, also where the recovery is not left.
  await prepareRecovery()
  const isLeft = await endRecovery(ctx, { id: recoveryId, leftBy: actorName(ctx.actor) })
  if (!isLeft) throw new ApiError('failed', 'The recovery has ended already')
  ctx.afterCommit(async () => {
    forgetRecovery()
    // Cancelled transactions of a chain that was never compared waited for this decision.
    await applyStops(workerCtx())
    await wake(minuteJobRequested, {})
  })
  await appendPlatformAudit(ctx, { action: 'recovery.left', target: recoveryId, detail: { reason } })
}
