import { and, eq, inArray, isNull, not } from 'drizzle-orm'
import { transactions } from '@/db/schema'
import { ownerIsActive } from '@/server/businesses/owner-is-active'
import type { Chain } from '@/server/chains/registry'
import type { WorkerCtx } from '@/server/ctx'

/**
 * Puts transfers of suspended projects back into the queue after their only valid attempt expired for certain. They
 * cannot be signed now, but an operator can end queued ones. Transfers with a cancel request end as usual. Each
 * signature must still be the current one.
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
