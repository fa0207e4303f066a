import type { OperatorTransaction } from '@/schemas/lanes/contract'
import { findChain } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import { getTimeline } from '@/server/transactions/get-timeline'
import { getTransaction } from '@/server/transactions/get-transaction'
import { getLifecycle } from '@/server/transactions/life/get-lifecycle'
import { findKnownAddresses } from '@/server/wallets/find-known-addresses'
import { listMessages } from '@/server/webhooks/list-messages'
import { requireOwner } from './require-owner'
import { toChainFacts } from './view'

/** Any transaction, the platform's own too, with its whole history. Throws not_found. */
export async function getOperatorTransaction(ctx: OperatorCtx, transactionId: string): Promise<OperatorTransaction> {
  const owner = await requireOwner(ctx, transactionId)
  const { businessId, projectId } = owner
  const scope = { ...ctx, businessId }
  const transaction = await getTransaction(scope, transactionId)
  const chain = await findChain(transaction.chainId)
  const deliveries = projectId
    ? await listMessages({ ...scope, projectId }, { sourceId: transactionId, page: 1 })
    : null
  return {
    owner,
    chain: chain && toChainFacts(chain),
    transaction,
    ...(await getTimeline(scope, transactionId)),
    life: await getLifecycle(scope, transactionId),
    known: await findKnownAddresses(scope, [transaction.fromAddress, transaction.toAddress]),
    message: deliveries?.items[0] ?? null,
  }
}
