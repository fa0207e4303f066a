import type { OperatorRequest } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'
import { speedUpTransaction } from '@/server/transactions/speed-up-transaction'
import { auditForPlatform } from './audit-for-platform'
import { requireOwner } from './require-owner'

/**
 * An operator requests a higher fee for a transaction of any business. Audited on both chains. Throws as
 * speedUpTransaction.
 */
export async function speedUpAsOperator(ctx: OperatorCtx, request: OperatorRequest): Promise<void> {
  const owner = await requireOwner(ctx, request.transactionId)
  await speedUpTransaction({ ...ctx, ...owner }, request)
  await auditForPlatform(ctx, owner, { ...request, action: 'transaction.speed_up_requested' })
}
