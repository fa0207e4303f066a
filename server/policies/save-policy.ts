import type { PolicyInput } from '@/schemas/policies/contract'
import type { TenantCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { findPolicy } from './find-policy'
import { writePolicy } from './write-policy'

const CHANGED_MEANWHILE = 'Another person changed the policy meanwhile. Reload it and make your changes again.'

/**
 * Saves the rules of the project, or of its business without a project. They apply to every transaction accepted or
 * approved later. The audit log records each rule before and after. Throws conflict if the policy has another `version`
 * than the one that was changed.
 */
export async function savePolicy(ctx: TenantCtx, input: PolicyInput): Promise<void> {
  const before = await findPolicy(ctx, { lock: true })
  if ((before?.updatedAt.toISOString() ?? null) !== input.version) throw new ApiError('conflict', CHANGED_MEANWHILE)
  const rules = {
    isActive: input.isActive,
    perTransactionMicros: input.perTransactionUsd,
    dailyMicros: input.dailyUsd,
    approvalAboveMicros: input.approvalAboveUsd,
    allowedRecipients: input.recipients,
    allowedMethods: input.methods,
  }
  if (!(await writePolicy(ctx, { before, rules }))) throw new ApiError('conflict', CHANGED_MEANWHILE)
}
