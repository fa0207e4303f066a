import type { OperatorRequest } from '@/schemas/lanes/contract'
import type { OperatorCtx } from '@/server/ctx'
import { cancelTransaction } from '@/server/transactions/cancel-transaction'
import { auditForPlatform } from './audit-for-platform'
import { requireOwner } from './require-owner'

/**
 * An operator cancels a transaction of any business, or closes the nonce it holds. Audited on both chains. Throws as
 * cancelTransaction.
 */
export async function cancelAsOperator(
  ctx: OperatorCtx,
  request: OperatorRequest,
): Promise<{ outcome: 'cancelled' | 'requested' }> {
  const owner = await requireOwner(ctx, request.transactionId)
  const result = await cancelTransaction({ ...ctx, ...owner }, request)
  const action = result.outcome === 'cancelled' ? 'transaction.cancelled' : 'transaction.cancel_requested'
  await auditForPlatform(ctx, owner, { ...request, action })
  return result
}
