import { findChain } from '@/server/chains/registry'
import type { OperatorCtx } from '@/server/ctx'
import type { AttemptView, TimelineView, TransactionView } from '@/server/transactions/contract'
import { getTimeline } from '@/server/transactions/get-timeline'
import { getTransaction } from '@/server/transactions/get-transaction'
import type { ChainFacts } from './contract'
import { type Owner, requireOwner } from './require-owner'

type OperatorTransaction = {
  owner: Owner
  /** Null where the chain is switched off. */
  chain: ChainFacts | null
  transaction: TransactionView
  timeline: TimelineView
  attempts: AttemptView[]
}

/** Any transaction, the platform's own too, with its whole history. Throws not_found. */
export async function getOperatorTransaction(ctx: OperatorCtx, transactionId: string): Promise<OperatorTransaction> {
  const owner = await requireOwner(ctx, transactionId)
  const scope = { ...ctx, businessId: owner.businessId }
  const transaction = await getTransaction(scope, transactionId)
  return {
    owner,
    chain: await chainFacts(transaction.chainId),
    transaction,
    ...(await getTimeline(scope, transactionId)),
  }
}

async function chainFacts(chainId: number): Promise<ChainFacts | null> {
  const chain = await findChain(chainId)
  if (!chain) return null
  const { name, nativeSymbol, nativeDecimals } = chain
  const tokens = chain.tokens.map(({ symbol, address, decimals }) => ({ symbol, address, decimals }))
  return { name, nativeSymbol, nativeDecimals, tokens }
}
