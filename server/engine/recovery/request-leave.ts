import type { MutationOutcome } from '@/schemas/proposals/contract'
import type { LeaveRecoveryInput } from '@/schemas/recovery/contract'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { createProposal } from '@/server/proposals/write-proposal'
import { findRecovery } from '@/server/recovery/find-recovery'
import { canResumeSending } from '@/server/recovery/judge-snapshot'
import { leaveRecovery } from './leave-recovery'

/**
 * Ends a recovery for an operator. While a chain is not level with the database, something may be paid twice, so a
 * second operator has to approve. Throws failed if the recovery has ended already.
 */
export async function requestLeave(ctx: OperatorCtx, input: LeaveRecoveryInput): Promise<MutationOutcome> {
  const recovery = await findRecovery(ctx)
  if (recovery?.id !== input.recoveryId) throw new ApiError('failed', 'The recovery has ended already')
  if (!canResumeSending(recovery, ctx.now())) {
    await createProposal(ctx, { act: 'leave_recovery', subject: recovery.id, input, valueMinor: null })
    return { state: 'proposed' }
  }
  await leaveRecovery(ctx, input)
  return { state: 'done' }
}
