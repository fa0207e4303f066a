import { minuteJobRequested } from '@/inngest/events'
import type { LeaveRecoveryInput, StopSendingInput } from '@/schemas/recovery/contract'
import { actorName } from '@/server/actor-name'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { wake } from '@/server/waking/wake'
import { endRecovery } from './end-recovery'
import { enterRecovery } from './enter-recovery'
import { forgetRecovery } from './is-recovering'

/**
 * An operator stops everything that is signed or paid out, at once. Audited. Throws failed where a recovery is open
 * already.
 */
export async function stopSending(ctx: OperatorCtx, { reason }: StopSendingInput): Promise<void> {
  const isNew = await enterRecovery(ctx, { cause: 'stopped', message: `Stopped by an operator: ${reason}` })
  if (!isNew) throw new ApiError('failed', 'Nothing is sent already')
  ctx.afterCommit(async () => forgetRecovery())
  await appendPlatformAudit(ctx, { action: 'recovery.entered', target: 'platform', detail: { reason } })
}

/** The platform sends again. Audited. Throws failed where the recovery was ended already. */
export async function leaveRecovery(ctx: OperatorCtx, { recoveryId, reason }: LeaveRecoveryInput): Promise<void> {
  const isLeft = await endRecovery(ctx, { id: recoveryId, leftBy: actorName(ctx.actor) })
  if (!isLeft) throw new ApiError('failed', 'The recovery has ended already')
  ctx.afterCommit(async () => {
    forgetRecovery()
    await wake(minuteJobRequested, {})
  })
  await appendPlatformAudit(ctx, { action: 'recovery.left', target: recoveryId, detail: { reason } })
}
