import type { StopSendingInput } from '@/schemas/recovery/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { ApiError } from '@/server/errors'
import { enterRecovery } from './enter-recovery'
import { forgetRecovery } from './is-recovering'

/**
 * An operator stops everything that is signed or paid out, at once. Audited. Throws failed if a recovery is open
 * already.
 */
export async function stopSending(ctx: OperatorCtx, { reason }: StopSendingInput): Promise<void> {
  const isNew = await enterRecovery(ctx, { cause: 'stopped', message: `Stopped by an operator: ${reason}` })
  if (!isNew) throw new ApiError('failed', 'Nothing is sent already')
  ctx.afterCommit(async () => forgetRecovery())
  await appendPlatformAudit(ctx, { action: 'recovery.entered', target: 'platform', detail: { reason } })
}
