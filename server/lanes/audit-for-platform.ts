import type { AuditAction } from '@/schemas/audit/action-texts'
import type { OperatorRequest, TransactionOwner } from '@/schemas/lanes/contract'
import { appendPlatformAudit } from '@/server/audit/append-platform-audit'
import type { OperatorCtx } from '@/server/ctx'
import { PLATFORM_BUSINESS_ID } from '@/server/platform-business'

/**
 * Records an operator's change of a customer's transaction in the platform's chain; changes of its own transactions are
 * in it already.
 */
export async function auditForPlatform(
  ctx: OperatorCtx,
  { businessId }: TransactionOwner,
  { transactionId, reason, action }: OperatorRequest & { action: AuditAction },
): Promise<void> {
  if (businessId === PLATFORM_BUSINESS_ID) return
  await appendPlatformAudit(ctx, { action, target: transactionId, detail: { businessId, reason } })
}
