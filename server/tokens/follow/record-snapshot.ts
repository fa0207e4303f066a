import type { Database } from '@/db/client'
import { tokenEvents } from '@/db/schema'
import type { TokenRow } from '@/server/tokens/operations/plan'

/** Records when balances were read, once for each slot. Coupons need times, and slots have none. */
export async function recordSnapshot(
  db: Database,
  { id: tokenId, businessId }: TokenRow,
  { slot, seconds }: { slot: bigint; seconds: number },
): Promise<void> {
  const poll = { blockHash: '', txHash: '', logIndex: 0, name: 'AccountsRead', args: {} }
  await db
    .insert(tokenEvents)
    .values({ tokenId, businessId, blockNumber: slot, blockTime: seconds, ...poll })
    .onConflictDoNothing()
}
