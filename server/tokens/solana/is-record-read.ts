import { and, eq, gt } from 'drizzle-orm'
import type { Database } from '@/db/client'
import { tokenEvents } from '@/db/schema'
import { secondsOf } from '@/server/tokens/chain-day'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'

type Coupon = { token: Pick<TokenRow, 'id' | 'businessId'>; payout: Pick<PayoutRow, 'payDate'> }

/**
 * Whether our index has read the balances at a coupon's record time: the first read of the token after that time stores
 * a snapshot.
 */
export async function isRecordRead(db: Database, { token, payout }: Coupon): Promise<boolean> {
  const { businessId, tokenId, blockTime } = tokenEvents
  const isOfToken = and(eq(businessId, token.businessId), eq(tokenId, token.id))
  const [snapshot] = await db
    .select({ at: blockTime })
    .from(tokenEvents)
    .where(and(isOfToken, gt(blockTime, secondsOf(payout.payDate) - 1)))
    .limit(1)
  return snapshot !== undefined
}
