import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { LeaveRecoveryInput } from '@/schemas/recovery/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { propose } from '@/server/proposals/write-proposal'
import { findRecovery } from '@/server/recovery/find-recovery'
import { isLevel } from '@/server/recovery/judge-snapshot'
import { leaveRecovery } from '@/server/recovery/leave-recovery'

/**
 * An operator wants the platform to send again. Where nothing speaks against it, it does; else a second person has to
 * agree, since something may be paid twice. Throws failed where the recovery has ended already.
 */
export async function requestLeave(ctx: OperatorCtx, input: LeaveRecoveryInput): Promise<MutationOutcome> {
  const recovery = await findRecovery(ctx)
  if (recovery?.id !== input.recoveryId) throw new ApiError('failed', 'The recovery has ended already')
  if (!isLevel(recovery, ctx.now())) {
    await propose(ctx, { act: 'leave_recovery', subject: recovery.id, input, valueMinor: null })
    return { state: 'proposed' }
  }
  await leaveRecovery(ctx, input)
  return { state: 'done' }
}
