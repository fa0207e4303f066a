import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { ownerIsActive } from '@/server/businesses/owner-is-active'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Puts transfers of suspended projects back into the queue whose only valid form expired for certain: signing them anew
 * has to wait, and there an operator can end them. One that somebody asked to cancel ends as ever. Each signature must
 * still be the current one.
 */
export async function requeueExpired({ db }: WorkerCtx, chain: Chain, signatures: readonly string[]): Promise<void> {
  if (signatures.length === 0) return
  await db
    .update(transactions)
    .set({ stage: 'queued', txHash: null, signedAt: null, broadcastAt: null })
    .where(
      and(
        eq(transactions.chainId, chain.chainId),
        eq(transactions.status, 'PENDING'),
        inArray(transactions.stage, ['signed', 'broadcast']),
        inArray(transactions.txHash, [...signatures]),
        isNull(transactions.cancelRequestedAt),
        not(ownerIsActive('transactions')),
      ),
    )
}
