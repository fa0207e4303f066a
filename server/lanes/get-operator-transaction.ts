import type { OperatorCtx } from '@/server/ctx'
import type { AttemptView, TimelineView, TransactionView } from '@/server/transactions/contract'
import { getTimeline } from '@/server/transactions/get-timeline'
import { getTransaction } from '@/server/transactions/get-transaction'
import { type Owner, requireOwner } from './require-owner'

type OperatorTransaction = {
  owner: Owner
  transaction: TransactionView
  timeline: TimelineView
  attempts: AttemptView[]
}

/** Any transaction, the platform's own too, with its whole history. Throws not_found. */
export async function getOperatorTransaction(ctx: OperatorCtx, transactionId: string): Promise<OperatorTransaction> {
  const owner = await requireOwner(ctx, transactionId)
  const scope = { ...ctx, businessId: owner.businessId }
  return {
    owner,
    transaction: await getTransaction(scope, transactionId),
    ...(await getTimeline(scope, transactionId)),
  }
}
