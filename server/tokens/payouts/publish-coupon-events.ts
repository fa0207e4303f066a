import type { Database } from '@/db/client'
import type { PayoutRow, TokenRow } from '@/server/tokens/operations/plan'
import { type OutgoingEvent, publishEvents } from '@/server/webhooks/destinations/publish-events'
import { toCoupon } from './to-coupon'

export type CouponEvent = { kind: `token.coupon.${'recorded' | 'funded' | 'paid' | 'defaulted'}`; payout: PayoutRow }

/**
 * Writes events of coupons to the outbox. Call it in the transaction that changes the coupons. Returns the number of
 * messages; the caller wakes the dispatcher after the commit.
 */
export async function publishCouponEvents(
  db: Database,
  token: TokenRow,
  couponEvents: readonly CouponEvent[],
  now: Date,
): Promise<number> {
  const { businessId, projectId, id: tokenId } = token
  const events = couponEvents.map(({ kind, payout }): OutgoingEvent => {
    const data = toCouponData(payout, token)
    const body = () => JSON.stringify({ type: kind, timestamp: now.toISOString(), data })
    return { businessId, projectId, kind, source: 'token', sourceId: payout.id, body, orderKey: `token ${tokenId}` }
  })
  return events.length === 0 ? 0 : publishEvents(db, events, now)
}

/** A coupon as webhooks show it. */
export function toCouponData(payout: PayoutRow, token: Pick<TokenRow, 'id' | 'decimals' | 'paymentDecimals'>) {
  return { ...toCoupon(payout, token), tokenId: token.id }
}
